//! Training the pattern network: Adam (Kingma and Ba 2015) on the squared error, over small
//! batches.
//!
//! All phases are trained together: those of a bank share the hidden weights and differ only in the output
//! layer, so that a pattern seen in one phase is known in the others. In the first epochs one bank serves
//! the whole game, for the same reason. A batch changes only the
//! hidden weights that its boards use, and only their moments, so that the steps of a rare pattern
//! are as large as those of a frequent one. Weight decay shrinks hidden weights at every change,
//! which lowers the error on held-out samples. Errors above `LARGEST_ERROR` are clipped: they are
//! outliers that no pattern explains.

mod checkpoint;
mod errors;
mod trainer;

use std::f64::consts::PI;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_eval::patterns::{FeatureSet, N_EMPTIES, PatternNetwork};

use self::checkpoint::Checkpoint;
use self::trainer::Trainer;
use crate::labels::samples::{self, Sample};

/// How to train.
#[derive(Args, Clone, Copy, Debug)]
pub struct TrainOptions {
    /// Train on every sample N times
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().epochs, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// In the first N epochs one bank of weights learns from the whole game; then each bank learns on from it. With
    /// --from the banks are never shared
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().shared_epochs, conflicts_with = "from")]
    pub shared_epochs: u32,
    /// Begin with this learning rate; it falls to 0 along a cosine
    #[arg(long, value_name = "SIZE", default_value_t = TrainOptions::default().step)]
    pub step: f64,
    /// Shrink the weights of a pattern by this part of the learning rate at every change
    #[arg(long, value_name = "PART", default_value_t = TrainOptions::default().decay)]
    pub decay: f64,
    /// Use at most N samples of each file, held-out ones included
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub samples_per_file: usize,
    /// Repeat the samples of a number of empties until there are N, as in the first plies
    #[arg(long = "least-samples", value_name = "N", default_value_t = TrainOptions::default().min_samples)]
    pub min_samples: usize,
    /// The seed of the initial weights and of the order of the samples.
    #[arg(skip = 1_u64)]
    pub seed: u64,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions {
            epochs: 8,
            shared_epochs: 5,
            step: 0.001,
            decay: 0.1,
            samples_per_file: usize::MAX,
            min_samples: 2000,
            seed: 1,
        }
    }
}

/// The number of samples in a batch.
const BATCH: usize = 512;

/// The result of a training.
pub struct Training {
    /// With integer weights, ready to be written.
    pub network: PatternNetwork,
    checkpoint: Option<Checkpoint>,
}

impl Training {
    /// Removes the checkpoint, which is of no use when the network is on the disk.
    pub fn remove_checkpoint(&self) {
        self.checkpoint.iter().for_each(Checkpoint::remove);
    }
}

/// Trains a network on files of samples. It begins with the weights of `from`, or with random ones.
///
/// `on_progress` gets lines with the mean errors, in discs, on training and held-out samples. After
/// every epoch the state is written to `checkpoint`, if given (about 340 MB). An interrupted
/// training continues from there and ends with the same network. So does a finished one, until
/// [`Training::remove_checkpoint`]: the network may be lost before it is on the disk.
///
/// # Errors
/// The files must be readable and hold samples; a checkpoint must belong to the same samples and
/// options.
pub fn train(
    files: &[PathBuf],
    from: Option<&PatternNetwork>,
    options: TrainOptions,
    checkpoint: Option<&Path>,
    on_progress: &mut dyn FnMut(&str),
) -> Result<Training> {
    let (held_out, training) = read(files, options)?;
    on_progress(&format!("{} positions to train on, {} held out", training.len(), held_out.len()));
    let features = FeatureSet::new();
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut trainer = Trainer::new(&features, options.decay as f32, &mut random);
    if let Some(network) = from {
        trainer.begin_with(network);
    }
    let origin = from.map_or(String::new(), |network| format!("from {}\n", network.provenance()));
    let plan = format!("{origin}{options:?}, {} and {} samples", training.len(), held_out.len());
    let checkpoint = checkpoint.map(|path| Checkpoint::new(path, plan));
    let done = checkpoint.as_ref().map_or(Ok(0), |checkpoint| checkpoint.load(&mut trainer))?;
    if 0 < done {
        on_progress(&format!("continuing after epoch {done}"));
    }
    if from.is_none() && done < options.shared_epochs {
        trainer.share_banks();
    }
    for epoch in done..options.epochs {
        if from.is_none() && epoch == options.shared_epochs {
            trainer.separate_banks();
        }
        train_epoch(&mut trainer, &training, options, epoch);
        let errors = trainer.mean_errors(&held_out);
        on_progress(&format!(
            "epoch {}: mean error {:.3} discs held out",
            epoch + 1,
            errors.of_all()
        ));
        checkpoint.iter().try_for_each(|checkpoint| checkpoint.save(&mut trainer, epoch + 1))?;
    }
    let (trained, held_out) = (trainer.mean_errors(&training), trainer.mean_errors(&held_out));
    let by_phase = errors::by_phase(&trained, &held_out);
    on_progress(&by_phase);
    let provenance = format!("{origin}{} positions\n{options:?}\n{by_phase}", training.len());
    let network = trainer.network(provenance, &training)?;
    Ok(Training { network, checkpoint })
}

/// Returns the held-out samples and the training samples.
fn read(files: &[PathBuf], options: TrainOptions) -> Result<(Vec<Sample>, Vec<Sample>)> {
    let mut all = Vec::new();
    for file in files {
        all.extend(samples::read(file)?.into_iter().take(options.samples_per_file));
    }
    let (held_out, mut training): (Vec<Sample>, Vec<Sample>) =
        all.into_iter().partition(|sample| sample.held_out);
    ensure!(!training.is_empty(), "there is nothing to train on");
    repeat_rare(&mut training, options.min_samples);
    Ok((held_out, training))
}

/// Repeats the samples of each number of empties that has fewer than `least`.
fn repeat_rare(training: &mut Vec<Sample>, min: usize) {
    let mut by_empties = vec![Vec::new(); N_EMPTIES];
    for sample in training.iter() {
        by_empties[sample.board.n_empties() as usize].push(*sample);
    }
    for of_number in by_empties {
        let missing = min.saturating_sub(of_number.len());
        training.extend(of_number.iter().cycle().take(missing));
    }
}

/// Trains on every sample once, in an order that depends on the epoch.
fn train_epoch(trainer: &mut Trainer<'_>, training: &[Sample], options: TrainOptions, epoch: u32) {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    random.set_stream(u64::from(epoch) + 1);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    order.shuffle(&mut random);
    let n_batches = order.len().div_ceil(BATCH) * options.epochs as usize;
    let first = order.len().div_ceil(BATCH) * epoch as usize;
    for (index, batch) in order.chunks(BATCH).enumerate() {
        let part = (first + index) as f64 / n_batches as f64;
        let step = options.step * f64::midpoint(1.0, (PI * part).cos());
        let batch: Vec<Sample> = batch.iter().map(|&place| training[place as usize]).collect();
        trainer.learn(&batch, step as f32);
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Board, Square};
    use willow_eval::patterns::{N_BANKS, phase_of};
    use willow_eval::{Evaluator, Score};
    use willow_testkit::is_full;

    use super::*;
    use crate::labels::label::samples_of_random_games;

    /// Trains on samples without a checkpoint.
    fn trained(
        samples: &[Sample],
        from: Option<&PatternNetwork>,
        options: TrainOptions,
    ) -> PatternNetwork {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        samples::write(&path, samples).unwrap();
        train(&[path], from, options, None, &mut |_| ()).unwrap().network
    }

    /// Returns samples of random games from this number of empties on.
    fn late_samples(n_games: u64, n_empties: u32) -> Vec<Sample> {
        let all = samples_of_random_games(n_games).into_iter();
        all.filter(|sample| sample.board.n_empties() <= n_empties).collect()
    }

    #[test]
    fn a_few_samples_are_learned() {
        let after = |square: Square| Board::START.play(square).unwrap();
        let sample = |board, discs| Sample { board, label: Score::DISC * discs, held_out: false };
        let few = [sample(Board::START, 10), sample(after(Square::F5), -20)];
        let options =
            TrainOptions { epochs: 2000, step: 0.002, min_samples: 0, ..TrainOptions::default() };
        let network = trained(&few, None, options);
        let evaluator = willow_eval::patterns::PatternEvaluator::new(&network);
        for sample in few {
            let value = evaluator.evaluate(&evaluator.init(&sample.board), &sample.board);
            assert!((value - sample.label).discs().abs() < 2.0, "{value} {sample:?}");
        }
    }

    #[test]
    fn numbers_of_empty_squares_without_samples_follow_the_nearest() {
        if !is_full() {
            return;
        }
        let options = TrainOptions { epochs: 1, ..TrainOptions::default() };
        let network = trained(&late_samples(130, 40), None, options);
        let (biases, output_layers) = (network.hidden_biases(), network.output_layers());
        assert!(biases[41..].iter().all(|bias| *bias == biases[40]));
        assert_ne!(biases[40], biases[39]);
        let phase = phase_of(40);
        assert!(output_layers[..phase].iter().all(|layer| *layer == output_layers[phase]));
        assert_ne!(output_layers[phase], output_layers[phase + 1]);
    }

    /// With a learning rate of nearly nothing it ends where it began.
    #[test]
    fn a_training_begins_with_given_weights() {
        if !is_full() {
            return;
        }
        let options = TrainOptions { epochs: 1, step: 1e-12, ..TrainOptions::default() };
        let begin = willow_eval::weights::weights();
        let trained = trained(&samples_of_random_games(3), Some(begin), options);
        let (first_line, _) = begin.provenance().split_once('\n').unwrap();
        assert!(trained.provenance().starts_with(&format!("from {first_line}")));
        assert!(trained.hidden_weights() == begin.hidden_weights());
        assert_eq!(trained.hidden_biases()[30], begin.hidden_biases()[30]);
        assert_eq!(trained.output_layers()[phase_of(30)], begin.output_layers()[phase_of(30)]);
    }

    #[test]
    fn banks_learn_apart_after_the_shared_epochs() {
        if !is_full() {
            return;
        }
        let samples = samples_of_random_games(10);
        let differences = |shared_epochs| {
            let options = TrainOptions { epochs: 2, shared_epochs, ..TrainOptions::default() };
            let network = trained(&samples, None, options);
            let [first, others @ ..] = network.hidden_weights();
            let differ = |other: &Vec<_>| first.iter().zip(other).filter(|(a, b)| a != b).count();
            others.each_ref().map(differ)
        };
        assert_eq!(differences(2), [0; N_BANKS - 1]);
        assert!(!differences(1).contains(&0));
    }

    /// Weights of phases without samples are kept, and do not follow those of the nearest phase.
    #[test]
    fn a_training_keeps_given_weights_of_other_phases() {
        if !is_full() {
            return;
        }
        let samples = late_samples(30, 20);
        assert!(200 < samples.len());
        let options = TrainOptions { epochs: 1, step: 0.01, ..TrainOptions::default() };
        let begin = willow_eval::weights::weights();
        let trained = trained(&samples, Some(begin), options);
        assert_eq!(trained.hidden_biases()[21..], begin.hidden_biases()[21..]);
        let (now, before) = (trained.output_layers(), begin.output_layers());
        let phase = phase_of(20);
        assert_eq!(now[..phase], before[..phase]);
        assert_ne!(now[phase], before[phase]);
    }

    /// A training with other options does not continue from the checkpoint.
    #[test]
    fn an_interrupted_training_ends_like_an_uninterrupted_one() {
        if !is_full() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        samples::write(&path, &samples_of_random_games(3)).unwrap();
        let options = TrainOptions { epochs: 3, ..TrainOptions::default() };
        let (files, checkpoint) = ([path], folder.path().join("checkpoint"));
        let finished = train(&files, None, options, Some(&checkpoint), &mut |_| ()).unwrap();
        let whole = &finished.network;
        // It is not on the disk yet: a later call has it at once.
        let again = train(&files, None, options, Some(&checkpoint), &mut |line| {
            assert!(!line.starts_with("epoch"), "{line}");
        });
        assert_eq!(again.unwrap().network, *whole);
        finished.remove_checkpoint();
        assert!(!checkpoint.exists());
        let interrupted = std::panic::catch_unwind(|| {
            let mut stop = |line: &str| assert!(!line.starts_with("epoch 2"), "interrupted");
            train(&files, None, options, Some(&checkpoint), &mut stop)
                .map(|training| training.network)
        });
        assert!(interrupted.is_err() && checkpoint.exists());
        let other = TrainOptions { step: 0.002, ..options };
        let error =
            train(&files, None, other, Some(&checkpoint), &mut |_| ()).err().unwrap().to_string();
        assert!(error.contains("other samples or options"), "{error}");
        let mut lines = Vec::new();
        let mut on_progress = |line: &str| lines.push(line.to_owned());
        assert_eq!(
            train(&files, None, options, Some(&checkpoint), &mut on_progress).unwrap().network,
            *whole
        );
        assert_eq!(lines[1], "continuing after epoch 1");
    }
}
