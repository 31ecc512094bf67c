"""Selectors of Objective-C in claims: with their colons, and behind the name of their class."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "cache.m": """@implementation Cache
- (id)objectForKey:(NSString *)key
{
    if (!key)
        return nil;
    [self lock];
    id x = [self drop:key];
    [self unlock];
    if (x) {
        [_group setCompletion:^{ [self show:key]; }];
    }
    return x;
}
- (id)objectForKeyedSubscript:(NSString *)key
{
    return [self objectForKey:key];
}
- (void)dealloc
{
    pthread_mutex_destroy(&_mutex);
}
@end
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("Cache.objectForKeyedSubscript: does not call objectForKey:", "CONTRADICTED", {16}),
        ("Cache.objectForKey: always calls setCompletion:", "CONTRADICTED", {10}),
        ("Cache.objectForKey: never calls objectForKey:", "SUPPORTED", set()),
        ("Cache.objectForKey: calls drop: only if key is not nil", "SUPPORTED", {4, 7}),
        ("Cache objectForKey: returns nil if key is nil", "SUPPORTED", {4, 5}),
        ("`Cache objectForKey:` returns nil if key is nil", "SUPPORTED", {4, 5}),
        ("Verify that `Cache objectForKeyedSubscript:` calls objectForKey:", "SUPPORTED", {16}),
        ("does `Cache objectForKey:` call removeObjectForKey:?", "NOT_SUPPORTED", set()),
        ("`Cache#objectForKey:` calls drop: while holding the lock", "SUPPORTED", {7}),
        ("does Cache objectForKey: call removeObjectForKey:?", "NOT_SUPPORTED", set()),
        ("does Cache objectForKeyedSubscript: call objectForKey:?", "SUPPORTED", {16}),
        ("Cache dealloc calls pthread_mutex_destroy", "SUPPORTED", {20}),
        ("Cache dealloc never calls objectForKey:", "SUPPORTED", set()),
        ("Cache.objectForKey: calls drop: while holding the lock", "SUPPORTED", {7}),
    ],
)
def test_selectors(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines


TWO = {
    "q.m": """@implementation Query
- (BOOL)save:(NSString *)key {
    return [self put:key];
}
- (BOOL)save:(NSString *)key error:(NSError **)error {
    [self log:key];
    return NO;
}
- (id)every { return [self every:nil]; }
- (id)every:(id)one { return [self drop]; }
@end
"""
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Query save:` calls put:", "SUPPORTED"),
        ("Query save: calls put:", "SUPPORTED"),
        ("`Query save:` calls log:", "NOT_SUPPORTED"),
        ("`Query save:error:` calls log: before it returns", "SUPPORTED"),
        ("`Query save:error:` never calls put:", "SUPPORTED"),
        ("`Query save:error:` calls put:", "NOT_SUPPORTED"),
        ("`Query every:` calls drop", "SUPPORTED"),
        ("`Query every:` never calls every:", "SUPPORTED"),
    ],
)
def test_which_of_two(claim: str, status: str) -> None:
    assert verify(snapshot_of(TWO), claim).status.value == status
