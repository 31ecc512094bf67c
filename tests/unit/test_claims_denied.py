"""What is denied is never supported where it is done, in whatever words it is denied."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCE = """
class A(B):
    async def f(self, p):
        self.w = 1
        print(self.r)
        for i in self.items:
            self.d[i] = p
        try:
            await g(p)
        except KeyError:
            raise ValueError()
        if p:
            return None
        return C()


def calling(x):
    g(x)
    return x


def idle(x):
    k(x)
    return x
"""
SNAPSHOT = snapshot_of({"denied.py": SOURCE})
# Of `f`, which calls `g` or does not.
OF_CALLS = [
    "{f} does not call {g}",
    "{f} doesn't call {g}",
    "{f} never calls {g}",
    "{f} no longer calls {g}",
    "{f} avoids calling {g}",
    "{f} avoids {g}",
    "{f} fails to call {g}",
    "{f} stops calling {g}",
    "{f} stopped calling {g}",
    "{f} refrains from calling {g}",
    "{f} omits the call to {g}",
    "{f} omits calling {g}",
    "{f} forgets to call {g}",
    "{f} forgets calling {g}",
    "{f} neglects to call {g}",
    "{f} skips the call to {g}",
    "{f} skips calling {g}",
    "{f} lacks a call to {g}",
    "{f} lacks any call to {g}",
    "{f} is missing a call to {g}",
    "{f} misses a call to {g}",
    "{f} contains no call to {g}",
    "{f} has no calls to {g}",
    "{f} makes no call to {g}",
    "{f} makes no use of {g}",
    "{f} is free of calls to {g}",
    "{f} is devoid of calls to {g}",
    "{f} works without {g}",
    "{f} works without calling {g}",
    "{f} gets by without {g}",
    "{f} does without {g}",
    "{f} returns without calling {g}",
    "{f} runs without ever calling {g}",
    "{f} calls anything but {g}",
    "{f} does anything but call {g}",
    "{f} isn't calling {g}",
    "{f} ain't calling {g}",
    "{f} cannot call {g}",
    "{f} can't call {g}",
    "{f} won't call {g}",
    "{f} wouldn't call {g}",
    "{f} will not call {g}",
    "{f} should not call {g}",
    "{f} must not call {g}",
    "{f} hardly calls {g}",
    "{f} in no way calls {g}",
    "{f} by no means calls {g}",
    "{f} at no point calls {g}",
    "{f} at no time calls {g}",
    "{f} under no circumstances calls {g}",
    "{f} not calls {g}",
    "{f} don't call {g}",
    "{f} dont call {g}",
    "{f} doesnt call {g}",
    "{f} calls not {g}",
    "{f} never ever calls {g}",
    "{f} never does call {g}",
    "{f} does never call {g}",
    "{f} nowhere calls {g}",
    "{f} calls {g} nowhere",
    "{f} calls {g} never",
    "{f} refuses to call {g}",
    "{f} declines to call {g}",
    "{f} ceases to call {g}",
    "{f} abstains from calling {g}",
    "{f} bypasses {g}",
    "{f} leaves out the call to {g}",
    "{f} leaves {g} uncalled",
    "{f} does not make any call to {g}",
    "{f} doesn't contain a call to {g}",
    "{f} doesn't have a call to {g}",
    "{f} does not involve {g}",
    "{f} does not even call {g}",
    "{f} does not directly call {g}",
    "{f} does not use {g}",
    "{f} doesn't touch {g}",
    "{f} does not rely on {g}",
    "{f} does not depend on {g}",
    "{f} is not a caller of {g}",
    "{f} is not calling {g}",
    "{f} isn't one of the callers of {g}",
    "{f} is independent of {g}",
    "{f} has nothing to do with {g}",
    "{f} knows nothing of {g}",
    "{f} stays away from {g}",
    "{f} steers clear of {g}",
    "{f} is careful not to call {g}",
    "{f} takes care not to call {g}",
    "{f} makes sure not to call {g}",
    "{f} chooses not to call {g}",
    "{f} manages not to call {g}",
    "{f} used to call {g} but doesn't anymore",
    "{f} used to call {g}, but no longer does",
    "{f} does not call {g} any more",
    "{f} doesn't call {g} any longer",
    "{f} has no need to call {g}",
    "{f} calls no {g}",
    "{f} calls {g} zero times",
    "{f} calls neither {g} nor `zz`",
    "nothing in {f} calls {g}",
    "no line of {f} calls {g}",
    "no code in {f} calls {g}",
    "nowhere in {f} is {g} called",
    "nowhere does {f} call {g}",
    "never does {f} call {g}",
    "there is no call to {g} in {f}",
    "there isn't a call to {g} in {f}",
    "there are no calls to {g} in {f}",
    "in {f}, {g} is never called",
    "in {f}, {g} is not called",
    "{g} is not called by {f}",
    "{g} is never called by {f}",
    "{g} isn't called in {f}",
    "{g} is not called from {f}",
    "{g} goes uncalled in {f}",
    "{g} isn't used by {f}",
    "{g} is unused in {f}",
    "{g} is absent from {f}",
    "a call to {g} is missing from {f}",
    "a call to {g} is absent in {f}",
    "calls to {g} are absent from {f}",
    "no call to {g} is made by {f}",
    "no calls to {g} happen in {f}",
    "not once does {f} call {g}",
    "it is not the case that {f} calls {g}",
    "it isn't true that {f} calls {g}",
    "it is false that {f} calls {g}",
    "it is wrong that {f} calls {g}",
    "it's untrue that {f} calls {g}",
    "I doubt that {f} calls {g}",
    "I don't think that {f} calls {g}",
    "I don't believe {f} calls {g}",
    "it is a lie that {f} calls {g}",
    "contrary to its docs, {f} does not call {g}",
    "{f} calls {g}? No.",
    "{f}: no call to {g}",
    "{f}: never calls {g}",
    "{f} returns `x` and does not call {g}",
    "{f} returns `x`, never calling {g}",
    "{f} returns `x` rather than calling {g}",
    "{f} returns `x` instead of calling {g}",
    "{f} returns `x` without a call to {g}",
    "{f} does not return early, nor does it call {g}",
    "{f} neither loops nor calls {g}",
    "{f} doesn't loop or call {g}",
    "{f} doesn't loop and doesn't call {g}",
    "{f} loops neither, nor does it call {g}",
    "Does {f} not call {g}?",
    "Doesn't {f} call {g}?",
    "Isn't {g} called by {f}?",
    "Is it true that {f} never calls {g}?",
    "Can you confirm {f} doesn't call {g}?",
    "Verify that {f} avoids {g}",
    "{f} is unable to call {g}",
    "{f} is not able to call {g}",
    "{f} is incapable of calling {g}",
    "{f} does away with {g}",
    "{f} drops the call to {g}",
    "{f} removes the call to {g}",
    "{f} prevents {g} from being called",
    "{f} keeps {g} from being called",
    "{f} ensures {g} is not called",
    "{f} guarantees that {g} is never called",
    "{f} does nothing with {g}",
    "{f} ignores {g}",
    "{f} excludes {g}",
    "{f} has zero calls to {g}",
    "{f} is not known to call {g}",
    "{f} appears not to call {g}",
    "{f} does not appear to call {g}",
    "{f} seems to not call {g}",
    "{f} seems never to call {g}",
    "the call to {g} is missing in {f}",
    "{g} does not appear in {f}",
    "{g} doesn't occur in {f}",
    "{g} is nowhere to be found in {f}",
    "{f}'s body doesn't mention {g}",
]
# Not denied outright, or not understood: no verdict is better than a wrong one.
OPEN_OF_CALLS = [
    "{f} calls everything except {g}",
    "{f} doesn't need to call {g}",
    "{f} need not call {g}",
    "{f} calls zero {g}",
    "{f} calls `zz` instead of {g}",
    "{g} is called by anything but {f}",
    "nobody could say that {f} calls {g}",
    "{f} calls {g}, not!",
    "{f} (which never calls {g}) returns `x`",
    "{f} returns `x`, but not before calling {g}",
    "{f} is unlikely to call {g}",
    "the body of {f} is free of {g}",
    "{g} is not among the functions that {f} calls",
]
# Of anything that is done.
OF_ANYTHING = [
    "{f} does not {do}",
    "{f} doesn't {do}",
    "{f} doesnt {do}",
    "{f} never {does}",
    "{f} no longer {does}",
    "{f} avoids {doing}",
    "{f} fails to {do}",
    "{f} stops {doing}",
    "{f} refrains from {doing}",
    "{f} omits {doing}",
    "{f} forgets to {do}",
    "{f} skips {doing}",
    "{f} returns without {doing}",
    "{f} runs without ever {doing}",
    "{f} does anything but {do}",
    "{f} isn't {doing}",
    "{f} cannot {do}",
    "{f} won't {do}",
    "{f} should not {do}",
    "{f} in no way {does}",
    "{f} by no means {does}",
    "{f} at no point {does}",
    "{f} nowhere {does}",
    "{f} refuses to {do}",
    "{f} does not directly {do}",
    "{f} is not {doing}",
    "{f} stays away from {doing}",
    "{f} is careful not to {do}",
    "{f} takes care not to {do}",
    "{f} used to {do} but doesn't anymore",
    "{f} does not {do} any more",
    "{f} does not {do} any longer",
    "nothing in {f} {does}",
    "nowhere does {f} {do}",
    "never does {f} {do}",
    "not once does {f} {do}",
    "it is not the case that {f} {does}",
    "it isn't true that {f} {does}",
    "I doubt that {f} {does}",
    "I don't think {f} {does}",
    "{f} is unable to {do}",
    "{f} does not appear to {do}",
    "{f} appears not to {do}",
    "{f} seems never to {do}",
    "{f} does not even {do}",
    "Is it true that {f} never {does}?",
    "{f} has no code that {does}",
    "{f} contains no code to {do}",
    "{f} contains nothing that {does}",
    "there is no code in {f} that {does}",
    "{f} has no way to {do}",
    "{f} makes no attempt to {do}",
    "{f} is not supposed to {do}",
    "{f} is a function that never {does}",
    "{f} is a method which does not {do}",
    "{f} is an async method that doesn't {do}",
    "{f} does its work without {doing}",
    "{f} returns `C()` and does not {do}",
    "{f} returns `C()`, never {doing}",
    "{f} returns `C()` without {doing}",
    "{f} returns `C()` but doesn't {do}",
    "{f} neither returns 5 nor {does}",
    "{f}: does not {do}",
    "The method {f} does not {do}",
    "In {f}, nothing {does}",
    "unlike others, {f} does not {do}",
    "{f} does not ever {do}",
    "{f} does absolutely not {do}",
    "{f} simply does not {do}",
    "{f} never once {does}",
    "{f} never actually {does}",
    "{f} does NOT {do}",
    "{f} NEVER {does}",
]
# What `A.f` does: as a verb, as what it does, as doing it.
DONE = [
    ("call `g`", "calls `g`", "calling `g`"),
    ("raise `ValueError`", "raises `ValueError`", "raising `ValueError`"),
    ("catch `KeyError`", "catches `KeyError`", "catching `KeyError`"),
    ("write `self.w`", "writes `self.w`", "writing `self.w`"),
    ("read `self.r`", "reads `self.r`", "reading `self.r`"),
    ("use `self.r`", "uses `self.r`", "using `self.r`"),
    ("return `None`", "returns `None`", "returning `None`"),
    ("return early", "returns early", "returning early"),
    ("await `g`", "awaits `g`", "awaiting `g`"),
    ("iterate over `self.items`", "iterates over `self.items`", "iterating over `self.items`"),
    ("instantiate `C`", "instantiates `C`", "instantiating `C`"),
    ("use its `p` parameter", "uses its `p` parameter", "using its `p` parameter"),
    ("subscript `self.d`", "subscripts `self.d`", "subscripting `self.d`"),
    ("set `self.w` to 1", "sets `self.w` to 1", "setting `self.w` to 1"),
    ("check `p`", "checks `p`", "checking `p`"),
    ("call `g` in a try block", "calls `g` in a try block", "calling `g` in a try block"),
]


def status(sentence: str) -> str:
    return verify(SNAPSHOT, sentence).status.value


@pytest.mark.parametrize(("name", "wanted"), [("calling", "CONTRADICTED"), ("idle", "SUPPORTED")])
def test_calls(name: str, wanted: str) -> None:
    claims = [words.format(f=f"`{name}`", g="`g`") for words in OF_CALLS]
    answers = {one: status(one) for one in claims}
    assert {one: answer for one, answer in answers.items() if answer != wanted} == {}


def test_what_is_not_denied_outright_is_not_supported() -> None:
    claims = [words.format(f="`calling`", g="`g`") for words in OPEN_OF_CALLS]
    assert [one for one in claims if status(one) == "SUPPORTED"] == []


@pytest.mark.parametrize("words", OF_ANYTHING)
def test_whatever_is_done(words: str) -> None:
    claims = [words.format(f="`A.f`", do=do, does=does, doing=doing) for do, does, doing in DONE]
    answers = {one: status(one) for one in claims}
    assert {one: answer for one, answer in answers.items() if answer != "CONTRADICTED"} == {}


def test_an_unknown_verb_is_not_supported() -> None:
    groks = {"do": "grok `self.r`", "does": "groks `self.r`", "doing": "grokking `self.r`"}
    claims = [words.format(f="`A.f`", **groks) for words in OF_ANYTHING]
    assert [one for one in claims if status(one) == "SUPPORTED"] == []


@pytest.mark.parametrize("verb", ["takes", "acquires", "holds", "grabs"])
def test_a_lock_is_no_parameter(verb: str) -> None:
    source = "class A:\n    def one(self):\n        self.m.lock()\n    def two(self): pass\n"
    snapshot = snapshot_of({"a.py": source})
    answers = [
        verify(snapshot, f"`A.{name}` {verb} no lock").status.value for name in ("one", "two")
    ]
    assert answers == ["CONTRADICTED", "SUPPORTED"]
