//! The objective values of a population as one dense matrix, individuals by rows, lower is better.
//!
//! Comparing all pairs of individuals in all goals is what a generation costs most, and most goals of a large class are
//! as far as can be from most tests. So columns in which all individuals agree are left out, and of the others an
//! individual is only looked at in blocks where it is nearer than the farthest: where neither of two is, they are equal.

/// Values that are compared together; as many as make good use of vector instructions.
pub(super) const BLOCK: usize = 16;

/// Values of one individual in neighbouring columns.
pub(super) type Block = [f64; BLOCK];

/// Objective values and test lengths.
pub(crate) struct Objectives {
    n_individuals: usize,
    /// Number of columns that tell individuals apart.
    width: usize,
    n_blocks: usize,
    /// Row by row; columns beyond `width` are the same for all.
    values: Vec<Block>,
    n_words: usize,
    /// Row by row a bit for each block, set where the individual is somewhere nearer than the farthest one.
    near: Vec<u64>,
    lengths: Vec<usize>,
    /// By column: its position in the rows it was taken from.
    columns: Vec<u32>,
    has_level_column: bool,
}

impl Objectives {
    /// From one row of equal length for every individual, and the individuals' lengths.
    pub(crate) fn new(rows: &[&[f64]], lengths: Vec<usize>) -> Self {
        debug_assert_eq!(rows.len(), lengths.len());
        let columns = telling_columns(rows);
        let n_blocks = columns.len().div_ceil(BLOCK);
        let mut objectives = Self {
            n_individuals: rows.len(),
            width: columns.len(),
            n_blocks,
            values: Vec::with_capacity(rows.len() * n_blocks),
            n_words: n_blocks.div_ceil(64),
            near: Vec::with_capacity(rows.len() * n_blocks.div_ceil(64)),
            lengths,
            has_level_column: columns.len() < rows.first().map_or(0, |row| row.len()),
            columns: Vec::new(),
        };
        let mut farthest = vec![[0.0; BLOCK]; n_blocks];
        for row in rows {
            let first = objectives.values.len();
            objectives.values.extend(columns.chunks(BLOCK).map(|columns| gather(row, columns)));
            for (farthest, block) in farthest.iter_mut().zip(&objectives.values[first..]) {
                for (farthest, value) in farthest.iter_mut().zip(block) {
                    *farthest = value.max(*farthest);
                }
            }
        }
        objectives.mark_near_blocks(&farthest);
        objectives.columns = columns;
        objectives
    }

    fn mark_near_blocks(&mut self, farthest: &[Block]) {
        self.near.resize(self.n_individuals * self.n_words, 0);
        for individual in 0..self.n_individuals {
            let row = &self.values[individual * self.n_blocks..(individual + 1) * self.n_blocks];
            for (block, (values, farthest)) in row.iter().zip(farthest).enumerate() {
                if values != farthest {
                    self.near[individual * self.n_words + block / 64] |= 1 << (block % 64);
                }
            }
        }
    }

    pub(crate) fn n_individuals(&self) -> usize {
        self.n_individuals
    }

    /// Number of columns that tell individuals apart.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The value of an individual in a column.
    pub(super) fn value(&self, individual: usize, column: usize) -> f64 {
        self.values[individual * self.n_blocks + column / BLOCK][column % BLOCK]
    }

    /// Whether there is a goal that all individuals are equally far from.
    pub(super) fn has_level_column(&self) -> bool {
        self.has_level_column
    }

    /// The position in the rows given that a column was taken from.
    pub(super) fn position(&self, column: usize) -> usize {
        self.columns[column] as usize
    }

    /// Number of statements of an individual.
    pub(super) fn length(&self, individual: usize) -> usize {
        self.lengths[individual]
    }

    /// The blocks in which an individual is nearer than the farthest, with the number of their first column.
    pub(super) fn near_blocks(&self, individual: usize) -> impl Iterator<Item = (usize, &Block)> {
        let row = &self.values[individual * self.n_blocks..];
        self.blocks_of(individual, individual).map(move |block| (block * BLOCK, &row[block]))
    }

    /// The blocks of two individuals in which they may differ.
    pub(super) fn differing_blocks(
        &self,
        first: usize,
        second: usize,
    ) -> impl Iterator<Item = (&Block, &Block)> {
        let first_row = &self.values[first * self.n_blocks..];
        let second_row = &self.values[second * self.n_blocks..];
        self.blocks_of(first, second).map(move |block| (&first_row[block], &second_row[block]))
    }

    /// Numbers of the blocks in which either is nearer than the farthest.
    fn blocks_of(&self, first: usize, second: usize) -> impl Iterator<Item = usize> {
        let first = &self.near[first * self.n_words..(first + 1) * self.n_words];
        let second = &self.near[second * self.n_words..(second + 1) * self.n_words];
        first.iter().zip(second).enumerate().flat_map(|(word, (first, second))| {
            let mut bits = first | second;
            std::iter::from_fn(move || {
                let lowest = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (lowest < 64).then_some(word * 64 + lowest)
            })
        })
    }
}

/// Columns that hold two different values.
fn telling_columns(rows: &[&[f64]]) -> Vec<u32> {
    let Some((first, others)) = rows.split_first() else { return Vec::new() };
    let mut differs = vec![false; first.len()];
    for row in others {
        for ((differs, value), reference) in differs.iter_mut().zip(*row).zip(*first) {
            *differs |= value != reference;
        }
    }
    (0..first.len() as u32).filter(|column| differs[*column as usize]).collect()
}

fn gather(row: &[f64], columns: &[u32]) -> Block {
    let mut block = [0.0; BLOCK];
    for (value, column) in block.iter_mut().zip(columns) {
        *value = row[*column as usize];
    }
    block
}
