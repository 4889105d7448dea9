#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds the deck schema, and the reader, against the decks in tests/data/decks.

    schema_check.py [PATH-OF-AIIO-STUDY]

Good decks must pass the schema. Bad decks must fail it, and those listed in beyond-schema.txt must not:
they are no JSON, or break a rule that a schema cannot say. With the program given, `check --json` must find
no error in a good deck and end with 0, and in a bad deck find exactly the errors in expected.tsv and end
with 3. Warnings are not looked at.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "decks"
SCHEMA = ROOT / "decks" / "deck.schema.json"
TIMEOUT_S = 60
REJECTED = 3

Problem = namedtuple("Problem", "file line column card field message")

CARD_MEMBER = re.compile(r'cards\[\d+\](?: "(?P<card>[^"]*)")?: (?P<field>.+)')


# The lists

def list_lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file
                if line.strip() and not line.startswith("#")]


def read_beyond():
    """Names of the bad decks that the schema lets pass."""
    return {line.split("\t")[0] for line in list_lines(DATA / "beyond-schema.txt")}


def split_path(path):
    """The card and the field of `cards[0] "id": correct.text`, or of a deck member."""
    match = CARD_MEMBER.fullmatch(path)
    if match:
        return match["card"] or "", match["field"]
    return "", path


def read_expected():
    """Deck name -> its expected problems; the message is a regex."""
    expected = {}
    for line in list_lines(DATA / "expected.tsv"):
        file, row, column, path, message = line.split("\t")
        re.compile(message)
        card, field = split_path(path)
        problem = Problem(os.path.basename(file), int(row), int(column),
                          card, field, message)
        expected.setdefault(file.split("/")[0], []).append(problem)
    return expected


def decks(folder):
    return sorted(path for path in (DATA / folder).iterdir()
                  if path.is_dir() or path.suffix == ".json")


# The schema

def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def load(path):
    """The value of a JSON file; OSError or ValueError where there is none."""
    text = path.read_bytes().decode("utf-8-sig")
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except RecursionError:
        raise ValueError("nested too deep") from None


def load_validators():
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validators = {"deck": Draft202012Validator(schema)}
    for name in ("folder_deck", "cards_file"):
        part = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
        validators[name] = Draft202012Validator(part)
    return validators


def parts(deck):
    """The files of a deck, each with the part of the schema that is meant for it."""
    if not deck.is_dir():
        return [(deck, "deck")]
    cards = sorted((deck / "cards").glob("*.json"))
    return [(deck / "deck.json", "folder_deck")] + [(path, "cards_file") for path in cards]


def schema_complaints(validators, deck):
    """What the schema says of a deck. OSError or ValueError: it could not be asked."""
    values = [(path, name, load(path)) for path, name in parts(deck)]
    return [f"{path.name}: {error.json_path}: {error.message[:200]}"
            for path, name, value in values
            for error in validators[name].iter_errors(value)]


def check_good_schema(validators, deck):
    try:
        return schema_complaints(validators, deck)
    except (OSError, ValueError) as error:
        return [f"cannot be read: {error}"]


def check_bad_schema(validators, deck, beyond):
    try:
        refused = bool(schema_complaints(validators, deck))
        loaded = True
    except (OSError, ValueError):
        refused = loaded = False
    if deck.name in beyond:
        return ["is in beyond-schema.txt, but the schema refuses it"] if refused else []
    if not loaded:
        return ["is no JSON, and not in beyond-schema.txt"]
    return [] if refused else ["passes the schema"]


# The reader

def run_check(program, deck, home):
    """Exit status and problems of `aiio-study check --json DECK`."""
    env = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
    done = subprocess.run([program, "check", "--json", str(deck)], env=env,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=TIMEOUT_S, check=False)
    try:
        return done.returncode, json.loads(done.stdout.decode("utf-8"))["problems"]
    except (ValueError, KeyError, TypeError):
        said = (done.stdout + done.stderr)[:300].decode("utf-8", "replace")
        raise ValueError(f"status {done.returncode}, no problems in JSON: {said}") from None


def found_errors(problems):
    return [Problem(os.path.basename(found.get("file") or ""), found.get("line") or 0,
                    found.get("column") or 0, found.get("card") or "",
                    found.get("field") or "", found.get("message") or "")
            for found in problems if found.get("severity") == "error"]


def matches(wanted, found):
    return wanted[:-1] == found[:-1] and re.search(wanted.message, found.message, re.I)


def show(problem):
    card = f' "{problem.card}"' if problem.card else ""
    return (f"{problem.file}:{problem.line}:{problem.column}:{card} "
            f"{problem.field}: {problem.message}")


def compare(wanted, found):
    """The errors that are in one list only."""
    found = list(found)
    complaints = []
    for want in wanted:
        hit = next((one for one in found if matches(want, one)), None)
        if hit is None:
            complaints.append(f"not found: {show(want)}")
        else:
            found.remove(hit)
    return complaints + [f"not expected: {show(one)}" for one in found]


def check_reader(program, home, deck, wanted):
    try:
        status, problems = run_check(program, deck, home)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return [str(error)]
    complaints = compare(wanted, found_errors(problems))
    status_wanted = REJECTED if wanted else 0
    if status != status_wanted:
        complaints.append(f"exit status {status}, expected {status_wanted}")
    return complaints


# All of it

def check_lists(expected, beyond):
    """Every bad deck has its errors listed, and only bad decks are listed."""
    names = {deck.name for deck in decks("bad")}
    return ([f"{name} is not in expected.tsv" for name in sorted(names - set(expected))]
            + [f"{name} in expected.tsv is no bad deck" for name in sorted(set(expected) - names)]
            + [f"{name} in beyond-schema.txt is no bad deck" for name in sorted(beyond - names)])


def results(program, home):
    """One (test, complaints) after another."""
    validators = load_validators()
    expected = read_expected()
    beyond = read_beyond()
    yield "lists", check_lists(expected, beyond)
    for deck in decks("good"):
        yield f"good/{deck.name}: schema", check_good_schema(validators, deck)
        if program:
            yield f"good/{deck.name}: reader", check_reader(program, home, deck, [])
    for deck in decks("bad"):
        yield f"bad/{deck.name}: schema", check_bad_schema(validators, deck, beyond)
        if program:
            yield (f"bad/{deck.name}: reader",
                   check_reader(program, home, deck, expected.get(deck.name, [])))


def main(arguments):
    if len(arguments) > 1:
        print("usage: schema_check.py [PATH-OF-AIIO-STUDY]", file=sys.stderr)
        return 2
    program = os.path.abspath(arguments[0]) if arguments else None
    passed = failed = 0
    with tempfile.TemporaryDirectory() as home:
        for test, complaints in results(program, home):
            for complaint in complaints:
                print(f"{test}: {complaint}")
            passed += not complaints
            failed += bool(complaints)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
