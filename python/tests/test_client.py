"""Needs a server: the program that `WILLOW` names, or `willow` on the path."""

import os
import shutil
import socket
import subprocess
import time

import pytest

from willow_othello import Client

WILLOW = os.environ.get("WILLOW") or shutil.which("willow")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    if not WILLOW:
        pytest.skip("there is no `willow`")
    ports = []
    for _ in range(2):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            ports.append(one.getsockname()[1])
    lines, http = (f"127.0.0.1:{port}" for port in ports)
    data = tmp_path_factory.mktemp("server")
    words = [WILLOW, "serve", "--data", data, "--listen", lines, "--http", http, "--no-bots"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    yield lines
    process.terminate()
    process.wait()


def test_two_guests_play_and_talk(server):
    black, white = Client(server, name="ann"), Client(server, name="bob")
    assert black.name != white.name and black.token
    again = Client(server, token=black.token)
    assert again.name == black.name
    offer = black.request("new", color="black")
    assert offer["event"] != "error", offer
    games = white.request("games")
    game = games["offers"][0]["game"]
    assert white.request("join", game=game)["event"] != "error"
    assert black.request("move", game=game, move="f5")["event"] != "error"
    for notice in iter(lambda: white.next(timeout=10), None):
        if notice["event"] == "moved":
            break
    assert (notice["move"], notice["ply"]) == ("f5", 1)
    assert black.request("move", game=game, move="a1")["event"] == "error"


def test_waiting_ends(server):
    client = Client(server)
    while client.next(timeout=0.3):
        pass
    begin = time.monotonic()
    assert client.next(timeout=0.2) is None
    assert 0.1 < time.monotonic() - begin < 5


def test_errors_are_the_librarys_sentences(server):
    client = Client(server)
    with pytest.raises(ValueError, match="unknown command `dance`|`dance`"):
        client.request("dance")
    with pytest.raises(ValueError, match="no field `txt`"):
        client.request("say", text="hello", txt="hello")
    with pytest.raises(ConnectionError, match="the server refuses the login"):
        Client(server, token="wrong")


def test_a_server_that_is_not_there():
    with pytest.raises(ConnectionError, match="cannot reach 127.0.0.1:1"):
        Client("127.0.0.1:1", reconnect=0)
    with pytest.raises(ValueError, match="give a token, or a name and a password"):
        Client("127.0.0.1:1", token="x", name="yves")
