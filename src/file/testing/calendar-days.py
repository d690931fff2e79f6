"""Reads a calendar as other programs do (icalendar, dateutil), and prints the days of each component from its UID."""
import datetime
import json
import sys

import dateutil.rrule
import icalendar

last = datetime.date.fromisoformat(sys.argv[1])


def day_of(value):
    return value.date() if isinstance(value, datetime.datetime) else value


def plain(value):
    """The local time without its zone, as rules count in local time."""
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None)
    return datetime.datetime.combine(value, datetime.time())


days = {}
for part in icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk():
    if part.name not in ("VEVENT", "VTODO"):
        continue
    found = set()
    if "DTSTART" in part:
        start = part["DTSTART"].dt
        found.add(day_of(start))
        if "RRULE" in part:
            rule = dateutil.rrule.rrulestr(part["RRULE"].to_ical().decode(), dtstart=plain(start))
            end = datetime.datetime.combine(last, datetime.time(23, 59))
            found |= {each.date() for each in rule.between(plain(start), end, inc=True)}
        listed = part.get("RDATE", [])
        for group in listed if isinstance(listed, list) else [listed]:
            found |= {day_of(each.dt) for each in group.dts}
    days[str(part["UID"])] = sorted(str(day) for day in found if day <= last)
json.dump(days, sys.stdout)
