//! The tables of a study's database, and how such a file is told from others.

use std::path::Path;

use rusqlite::Connection;

use super::error::StoreError;

/// Says in the header of the file whose it is.
const APPLICATION_ID: i64 = 0x0e76_6b31;
/// Grows when the tables change.
const FORM: i64 = 1;

const TABLES: &str = "
CREATE TABLE study (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  name TEXT NOT NULL,
  budget TEXT NOT NULL,
  baseline TEXT,
  file TEXT NOT NULL
) STRICT;
-- The runs that the study consists of, in the order in which they are done. A run can have several names.
CREATE TABLE planned (
  position INTEGER PRIMARY KEY,
  run TEXT NOT NULL,
  configuration TEXT NOT NULL,
  subject TEXT NOT NULL,
  branches INTEGER,
  seed INTEGER NOT NULL
) STRICT;
-- Everything that was run, whether the study still has it or not.
CREATE TABLE run (
  id TEXT PRIMARY KEY,
  command TEXT NOT NULL,
  class TEXT NOT NULL,
  callee TEXT,
  origin TEXT NOT NULL,
  options TEXT NOT NULL,
  seed INTEGER NOT NULL,
  budget TEXT NOT NULL,
  cost_runs INTEGER NOT NULL,
  version TEXT NOT NULL,
  program TEXT NOT NULL,
  jdk TEXT NOT NULL,
  machine TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE coverage (
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  criterion TEXT NOT NULL,
  covered INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (run, criterion)
) STRICT, WITHOUT ROWID;
CREATE TABLE timeline (
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  seconds REAL NOT NULL,
  statements INTEGER NOT NULL,
  covered INTEGER NOT NULL,
  PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure (
  run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
";

/// Makes the tables; all or none.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", FORM)?;
    transaction.commit()
}

/// Refuses a file that is something else, or of another form.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let read = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    if read("application_id").ok() != Some(APPLICATION_ID) {
        return Err(StoreError::NotAStudy(path.to_owned()));
    }
    let sqlite = |source| StoreError::Sqlite { what: "open", path: path.to_owned(), source };
    let found = read("user_version").map_err(sqlite)?;
    if found != FORM {
        return Err(StoreError::OtherForm { path: path.to_owned(), found, known: FORM });
    }
    connection.pragma_update(None, "foreign_keys", true).map_err(sqlite)
}
