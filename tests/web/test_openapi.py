"""The description of the calls is true: generated requests get only answers that it allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance

from .conftest import Server

TAKE_A_PDF = ("/extract", "/papers")
# As TAKE_A_PDF, but GROBID answers 500 to what is no PDF.
OF_GROBID = "/api/process"
# Each call is tried with so many generated requests, always the same ones.
bounded = settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def operations(server: Server) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return [operation.ok() for operation in found]


def about_papers(operations: list[Any]) -> Iterator[Any]:
    """What can be asked of a paper, again and again."""
    for operation in operations:
        if operation.path.startswith("/papers/{paper_id}") and operation.method != "delete":
            yield operation


def test_all_calls_are_described(operations: list[Any]) -> None:
    calls = {(operation.method.upper(), operation.path) for operation in operations}
    assert len(calls) == 25
    assert ("GET", "/papers/{paper_id}/sentences") in calls


def test_generated_requests_get_described_answers(operations: list[Any]) -> None:
    for operation in operations:

        @bounded
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            # Random bytes are rightly refused: they are not the PDF that is asked for.
            excluded = [positive_data_acceptance] if case.path in TAKE_A_PDF else []
            if case.path.startswith(OF_GROBID):
                excluded = [positive_data_acceptance, not_a_server_error]
            answer = case.call_and_validate(excluded_checks=excluded)
            assert answer.status_code < 500 or answer.text.startswith("[BAD_INPUT_DATA] ")

        call()


def test_generated_requests_for_a_real_paper_get_described_answers(
    server: Server, operations: list[Any]
) -> None:
    paper_id = server.keep()
    for operation in about_papers(operations):

        @bounded
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            case.path_parameters["paper_id"] = paper_id
            case.call_and_validate()

        call()
