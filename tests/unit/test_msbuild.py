"""What all files of a project of .NET see, by the files of its build."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.typed.dotnet import msbuild

USING = '<ItemGroup><Using Include="A" /></ItemGroup>'
GROUP = "<PropertyGroup>{}</PropertyGroup>"


def usings(**texts: str) -> list[str]:
    """Those of `p/p.csproj`; `props` and the like stand for the files above it."""
    paths = {
        "project": "p/p.csproj",
        "props": "Directory.Build.props",
        "near": "p/Directory.Build.props",
        "targets": "Directory.Build.targets",
        "other": "eng/other.targets",
    }
    return list(msbuild.usings({paths[key]: text for key, text in texts.items()}, "p"))


def under(condition: str) -> str:
    return (
        f'<Project><ItemGroup Condition="{condition}"><Using Include="A" /></ItemGroup></Project>'
    )


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("'$(X)' == 'true'", ["A"]),
        ("'$(x)'=='TRUE'", ["A"]),
        ("'$(X)' != 'true'", []),
        ("$(X) != ''", ["A"]),
        ("'$(Y)' == 'true'", []),
        ("'$(Y)' == ''", ["A"]),
        ("'$(MSBuildProjectName)' == 'p'", ["A"]),
        ("'$(TargetFramework)' == 'net8.0'", ["A"]),
        ("'$(X)' == 'no' and '$(Y)' == ''", ["A"]),
        ("&apos;$(X)&apos; == &apos;no&apos;", []),
    ],
)
def test_conditions(condition: str, expected: list[str]) -> None:
    props = f"<Project>{GROUP.format('<X>true</X>')}</Project>"
    assert usings(props=props, project=under(condition)) == expected


def test_properties_are_set_in_order_and_items_come_after_all_of_them() -> None:
    project = f"<Project>{GROUP.format('<X>true</X>')}</Project>"
    assert usings(props=under("'$(X)' == 'true'"), project=project) == ["A"]
    again = f"<Project>{GROUP.format('<X>$(X)-b</X>')}</Project>"
    props = f"<Project>{GROUP.format('<X>a</X>')}</Project>"
    assert usings(props=props, project=again, targets=under("'$(X)' == 'a-b'")) == ["A"]


def test_only_the_nearest_file_above_counts_unless_it_imports_the_next() -> None:
    props = f"<Project>{USING}</Project>"
    assert usings(project="<Project/>", props=props) == ["A"]
    assert usings(project="<Project/>", props=props, near="<Project></Project>") == []
    here = "$(MSBuildThisFileDirectory)../"
    path = f"$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '{here}'))"
    near = f'<Project><Import Project="{path}" /></Project>'
    assert usings(project="<Project/>", props=props, near=near) == ["A"]


def test_what_is_imported_may_be_told_by_properties() -> None:
    targets = (
        r'<Project><Import Project="$(MSBuildThisFileDirectory)eng\$(Kind).targets" /></Project>'
    )
    project = f"<Project>{GROUP.format('<Kind>other</Kind>')}</Project>"
    other = f'<Project>{USING}<Import Project="../Directory.Build.targets" /></Project>'
    assert usings(project=project, targets=targets, other=other) == ["A"]


def test_implicit_ones_and_those_that_are_taken_out() -> None:
    out = '<ItemGroup><Using Remove="System.IO" /></ItemGroup>'
    project = f"<Project>{GROUP.format('<ImplicitUsings>enable</ImplicitUsings>')}{out}</Project>"
    assert "System.Linq" in usings(project=project)
    assert "System.IO" not in usings(project=project)


@pytest.mark.parametrize(
    "project",
    [
        f"<Project>{USING}<ItemGroup><Using Inclu",
        f"<Project></A>{USING}</Project></Project>",
        f"<Project>{USING}<!-- <ItemGroup><Using Include='B' /></ItemGroup>",
        f"<Project>{USING}<PropertyGroup>{'<X>a$(X)$(X)</X>' * 200}</PropertyGroup>",
    ],
)
def test_broken_text_tells_what_can_be_read(project: str) -> None:
    assert usings(project=project) == ["A"]
