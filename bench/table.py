"""Tables: plain text with aligned columns."""


def percent(share):
    """A share between 0 and 1 in per cent, or a dash where there is none."""
    return "-" if share is None else f"{100 * share:.1f} %"


def format_table(header, rows):
    """Aligns `rows` under `header`. The first and the last column are text and go to the left."""
    widths = [max(len(line[column]) for line in [header, *rows]) for column in range(len(header))]
    last = len(header) - 1

    def format_line(cells):
        aligned = [
            cell.ljust(width) if column in (0, last) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths))
        ]
        return "  ".join(aligned).rstrip()

    return "\n".join(format_line(line) for line in [header, *rows])
