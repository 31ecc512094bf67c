"""`Nothing but`, `no other than` and `only with`: what else there is speaks against it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.go": """package m
func (h *H) none() {}
func (h *H) one(rctx int) int { return rctx }
func (h *H) two(pattern string, handler Handler) { h.handle(1, pattern, handler) }
func (h *H) Mount(pattern string, handler Handler) {
	mountedOne := wrap(handler)
	h.handle(2, pattern, mountedOne)
	h.handle(3, pattern, mountedOne)
}
func (h *H) Mixed(pattern string, handler Handler) {
	h.handle(2, pattern, handler)
	h.handle(3, pattern, mountedOne)
}
func (h *H) handle(n int, p string, x Handler) {}
func (h *H) Trim(p string) string { if p == "" { return "" }; p = strings.TrimSpace(p); return p }
func (h *H) Find(p string) string { if p == "" { return "" }; return p }
""",
        "p.py": """
def three(self_made, b, *rest):
    return b
""",
        "t.ts": "class T { two(a: string, b?: number): void { this.put(a) } }\n",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("H.one takes no other parameter than rctx", "SUPPORTED"),
        ("H.one takes no parameters besides rctx", "SUPPORTED"),
        ("H.one has no parameters other than rctx", "SUPPORTED"),
        ("H.one accepts no argument apart from rctx", "SUPPORTED"),
        ("H.one takes rctx and no other parameter", "SUPPORTED"),
        ("H.one takes parameters other than rctx", "CONTRADICTED"),
        ("H.one takes no other parameter than pattern", "NOT_SUPPORTED"),
        ("H.two takes no parameters other than pattern and handler", "SUPPORTED"),
        ("H.two takes no parameters other than pattern", "CONTRADICTED"),
        ("H.two takes only handler", "CONTRADICTED"),
        ("H.two takes only pattern and handler", "SUPPORTED"),
        ("H.two takes other parameters than pattern", "SUPPORTED"),
        ("H.none takes no parameters", "SUPPORTED"),
        ("three takes only b", "CONTRADICTED"),
        ("three takes no parameters except self_made, b and rest", "SUPPORTED"),
        ("T.two takes no other parameters than `a`", "CONTRADICTED"),
        ("T.two takes nothing but `a` and `b`", "SUPPORTED"),
    ],
)
def test_parameters(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


@pytest.mark.parametrize(
    ("said", "mount", "mixed"),
    [
        ("calls h.handle only with mountedOne", "SUPPORTED", "CONTRADICTED"),
        ("calls handle exclusively with mountedOne", "SUPPORTED", "CONTRADICTED"),
        ("calls `h.handle` with mountedOne only", "SUPPORTED", "CONTRADICTED"),
        ("only calls h.handle with mountedOne", "INCONCLUSIVE", "CONTRADICTED"),
        ("only calls h.handle with care", "INCONCLUSIVE", "INCONCLUSIVE"),
        ("calls h.handle only with care", "INCONCLUSIVE", "INCONCLUSIVE"),
        ("calls h.handle with mountedOne", "SUPPORTED", "SUPPORTED"),
    ],
)
def test_arguments(said: str, mount: str, mixed: str) -> None:
    assert verify(SNAPSHOT, f"H.Mount {said}").status == mount
    assert verify(SNAPSHOT, f"H.Mixed {said}").status == mixed


@pytest.mark.parametrize("but", ["but", "other than", "except", "besides"])
def test_kinds_of_values_are_not_taken_for_none(but: str) -> None:
    assert verify(SNAPSHOT, f"H.Find returns nothing {but} strings").status == "INCONCLUSIVE"
    assert verify(SNAPSHOT, f"H.Trim returns nothing {but} strings").status == "INCONCLUSIVE"
    assert verify(SNAPSHOT, f"H.one returns nothing {but} rctx").status == "SUPPORTED"
    assert verify(SNAPSHOT, "H.Find returns nothing").status == "CONTRADICTED"
