"""Static files are served by the same process, whole and without a warning."""

import httpx
import pytest

from tests.conftest import NewServer

FILE = "/static/admin/css/base.css"


@pytest.mark.parametrize("program", ["uvicorn", "daphne"])
def test_static_files(server: NewServer, program: str) -> None:
    running = server(program=program, PYTHONWARNINGS="always")
    with httpx.Client(base_url=running.url, trust_env=False, timeout=20) as client:
        whole = client.get(FILE)
        assert whole.status_code == 200
        assert whole.headers["content-type"].startswith("text/css")
        assert int(whole.headers["content-length"]) == len(whole.content) > 1000
        part = client.get(FILE, headers={"Range": "bytes=10-19"})
        assert (part.status_code, part.content) == (206, whole.content[10:20])
        same = client.get(FILE, headers={"If-None-Match": whole.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        assert client.head(FILE).headers["content-length"] == whole.headers["content-length"]
        assert client.post(FILE).status_code == 405
        assert client.get("/static/admin/css/none.css").status_code == 404
        assert client.get("/static/../manage.py").status_code == 404
    assert "StreamingHttpResponse" not in running.log_text()
