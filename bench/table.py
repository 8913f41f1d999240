"""Tables: plain text with aligned columns, and Markdown."""


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


def format_markdown(header, rows, text_columns=(0,)):
    """A Markdown table; columns are numbers, to the right, but for those given by their index. Rows may be shorter."""
    rules = ["---" if column in text_columns else "---:" for column in range(len(header))]
    lines = [f"| {' | '.join(header)} |", f"|{'|'.join(rules)}|"]
    for row in rows:
        cells = [*map(str, row), *[""] * (len(header) - len(row))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
