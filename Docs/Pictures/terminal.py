"""The lines on a terminal after a program has written to it.

It understands what a shell, SwiftPM and the journal write: text, line ends, backspace, moving up
and left, erasing, and the dim style. Other sequences are skipped. Nothing scrolls away.
"""

import re

_SEQUENCE = re.compile(r"\x1b\[([?>=]?)([0-9;]*)([A-Za-z@`])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.")


class Terminal:
    def __init__(self, columns):
        self.columns = columns
        self.rows = [[]]
        self.row = self.column = 0
        self.is_dim = False

    def write(self, text):
        index = 0
        while index < len(text):
            sequence = _SEQUENCE.match(text, index)
            if sequence:
                if sequence[3] and not sequence[1]:
                    self._obey(sequence[3], sequence[2])
                index = sequence.end()
            else:
                self._put(text[index])
                index += 1

    def lines(self):
        """Each line as (text, whether it is dim), without the empty ones at the end."""
        lines = []
        for row in self.rows:
            text = "".join(cell[0] for cell in row).rstrip()
            lines.append((text, any(cell[1] for cell in row if cell[0] != " ")))
        while lines and not lines[-1][0]:
            lines.pop()
        return lines

    def _put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._move_to(self.row + 1)
        elif character == "\b":
            self.column = max(self.column - 1, 0)
        elif character >= " ":
            if self.column == self.columns:
                self.column = 0
                self._move_to(self.row + 1)
            row = self.rows[self.row]
            row += [(" ", False)] * (self.column + 1 - len(row))
            row[self.column] = (character, self.is_dim)
            self.column += 1

    def _move_to(self, row):
        self.row = max(row, 0)
        while len(self.rows) <= self.row:
            self.rows.append([])

    def _obey(self, letter, numbers):
        count = int(numbers.split(";")[0] or 0) if numbers else 0
        row = self.rows[self.row]
        if letter == "m":
            self.is_dim = "2" in numbers.split(";")
        elif letter == "K" and count == 0:
            del row[self.column:]
        elif letter == "K":
            self.rows[self.row] = []
        elif letter == "J":
            del row[self.column:]
            del self.rows[self.row + 1:]
        elif letter == "A":
            self._move_to(self.row - max(count, 1))
        elif letter == "B":
            self._move_to(self.row + max(count, 1))
        elif letter == "C":
            self.column = min(self.column + max(count, 1), self.columns - 1)
        elif letter == "D":
            self.column = max(self.column - max(count, 1), 0)
        elif letter == "G":
            self.column = max(count, 1) - 1
