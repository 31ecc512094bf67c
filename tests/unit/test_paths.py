"""What a path alone says of a file."""

from __future__ import annotations

import pytest

from codewitness.syntax.paths import is_test_path


@pytest.mark.parametrize(
    "path",
    [
        *(
            "tests/a.py",
            "src/UnitTests/Mapping.cs",
            "src/IntegrationTests/A/B.cs",
            "App.Tests/A.cs",
        ),
        *(
            "app/src/androidTest/java/A.kt",
            "unit-tests/a.js",
            "integration_test/a.go",
            "spec/a_spec.rb",
        ),
        *("Sources/NimbleTests/Helpers.swift", "a/MapperTests.cs", "a/b_test.go", "conftest.py"),
        *("shop-test/src/jvmTest/kotlin/A.kt", "src/test/resources/app/src/main/java/A.java"),
        *("integration-tests/src/main/java/A.java", "regress/alerts.sh", "app/e2e/login.ts"),
    ],
)
def test_files_that_hold_tests(path: str) -> None:
    assert is_test_path(path)


@pytest.mark.parametrize(
    "path",
    [
        *("latest/a.py", "contest/a.py", "src/attest/a.go", "Latest/A.cs", "protest.py"),
        *("models/regression/a.py", "src/tester/a.py", "src/testable/a.ts", "greatest.py"),
        # What others write their tests with is part of the product.
        *("src/testing/client.py", "Illuminate/Testing/Assert.php"),
        *("src/main/java/org/shop/test/Clock.java", "shop-test/src/jvmMain/kotlin/test/Verify.kt"),
    ],
)
def test_files_that_are_named_alike(path: str) -> None:
    assert not is_test_path(path)
