//! Which shard of a run this is, according to a cluster's array job.

use std::str::FromStr;

use study::Shard;

/// `--shard`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShardChoice {
    /// `K/N`.
    This(Shard),
    /// `auto` or `auto/N`: taken from the array job.
    Auto(Option<u64>),
}

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardChoice, String> {
        if text == "auto" {
            return Ok(ShardChoice::Auto(None));
        }
        if let Some(of) = text.strip_prefix("auto/") {
            let of = of.parse().ok().filter(|&of| of > 0);
            return of.map(|of| ShardChoice::Auto(Some(of))).ok_or_else(|| {
                format!("`{text}` is no shard: expected auto/N with N from 1, as in auto/4")
            });
        }
        text.parse().map(ShardChoice::This).map_err(|error| format!("{error}, or auto"))
    }
}

/// The number of shards, where the array job does not provide it.
const SHARDS: &str = "DROPZONE_SHARDS";

impl ShardChoice {
    /// The shard; `variable` looks up an environment variable.
    pub(crate) fn shard(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        match self {
            ShardChoice::This(shard) => Ok(shard),
            ShardChoice::Auto(of) => Environment { variable }.shard(of),
        }
    }
}

struct Environment<F> {
    variable: F,
}

impl<F: Fn(&str) -> Option<String>> Environment<F> {
    fn shard(&self, asked: Option<u64>) -> Result<Shard, String> {
        let slurm = self.slurm()?;
        let kubernetes = self.number("JOB_COMPLETION_INDEX")?.map(|index| (index, None));
        let size = self.number("AWS_BATCH_JOB_ARRAY_SIZE")?;
        let aws = self.number("AWS_BATCH_JOB_ARRAY_INDEX")?.map(|index| (index, size));
        let found: Vec<(&str, (u64, Option<u64>))> =
            [("Slurm", slurm), ("Kubernetes", kubernetes), ("AWS Batch", aws)]
                .into_iter()
                .filter_map(|(who, job)| Some((who, job?)))
                .collect();
        let (who, (index, known)) = match *found.as_slice() {
            [one] => one,
            [] => {
                return Err("--shard auto: this is no array job (none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX \
                     and AWS_BATCH_JOB_ARRAY_INDEX is set); expected --shard K/N"
                    .into());
            }
            [(one, _), (other, _), ..] => {
                return Err(format!(
                    "--shard auto: this is an array job of {one} and of {other}; expected --shard K/N"
                ));
            }
        };
        let told = asked.or(self.number(SHARDS)?);
        let of = match (known, told) {
            (Some(known), Some(told)) if known != told => {
                return Err(format!("--shard auto: the array job has {known} tasks, not {told}"));
            }
            (Some(of), _) | (None, Some(of)) => of,
            (None, None) => {
                return Err(format!(
                    "--shard auto: {who} does not say how many tasks there are; expected --shard auto/N, or N in the \
                     variable {SHARDS}"
                ));
            }
        };
        Shard::new(index, of).ok_or_else(|| {
            format!("--shard auto: task {index} (from 0) is none of {of} shards; expected as many shards as tasks")
        })
    }

    /// Index and number of tasks; Slurm's arrays may begin anywhere and have steps.
    fn slurm(&self) -> Result<Option<(u64, Option<u64>)>, String> {
        let Some(task) = self.number("SLURM_ARRAY_TASK_ID")? else { return Ok(None) };
        let first = self.number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = self.number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let count = self.number("SLURM_ARRAY_TASK_COUNT")?;
        let index = task.checked_sub(first).filter(|offset| offset.is_multiple_of(step));
        let last = self.number("SLURM_ARRAY_TASK_MAX")?;
        // `--array=1,5,7`: a task is not told its place in the list.
        let even = match (count, last) {
            (Some(count), Some(last)) => last.checked_sub(first) == Some((count.max(1) - 1) * step),
            _ => true,
        };
        match index {
            Some(offset) if even => Ok(Some((offset / step, count))),
            _ => Err(format!(
                "--shard auto: task {task} of an array with gaps has no place among the shards; expected an array \
                 such as 0-7 or 1-15:2, or --shard K/N"
            )),
        }
    }

    fn number(&self, name: &str) -> Result<Option<u64>, String> {
        let Some(text) = (self.variable)(name) else { return Ok(None) };
        let number = text.trim().parse().map(Some);
        number.map_err(|_| format!("the variable {name} is `{text}`; expected a whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(of: Option<u64>, variables: &[(&str, &str)]) -> Result<String, String> {
        let look = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        ShardChoice::Auto(of).shard(look).map(|shard| shard.to_string())
    }

    fn slurm<'a>(
        id: &'a str,
        min: &'a str,
        max: &'a str,
        count: &'a str,
    ) -> Vec<(&'a str, &'a str)> {
        vec![
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn every_scheduler_names_the_shard() {
        assert_eq!(auto(None, &slurm("2", "0", "3", "4")).unwrap(), "2/4");
        // The first index is shard 0, whatever its number.
        assert_eq!(auto(None, &slurm("5", "5", "8", "4")).unwrap(), "0/4");
        let mut steps = slurm("7", "1", "7", "4");
        steps.push(("SLURM_ARRAY_TASK_STEP", "2"));
        assert_eq!(auto(None, &steps).unwrap(), "3/4");
        assert_eq!(auto(Some(4), &[("JOB_COMPLETION_INDEX", "1")]).unwrap(), "1/4");
        let told = [("JOB_COMPLETION_INDEX", "1"), ("DROPZONE_SHARDS", "8")];
        assert_eq!(auto(None, &told).unwrap(), "1/8");
        let aws = [("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("DROPZONE_SHARDS", "4")];
        assert_eq!(auto(None, &aws).unwrap(), "3/4");
        let sized = [("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "5")];
        assert_eq!(auto(None, &sized).unwrap(), "3/5");
    }

    #[test]
    fn what_cannot_be_known_is_refused() {
        let gaps = slurm("5", "1", "7", "3");
        let two = [("JOB_COMPLETION_INDEX", "1"), ("AWS_BATCH_JOB_ARRAY_INDEX", "3")];
        for (of, variables, told) in [
            (None, &[][..], "no array job"),
            (None, &[("JOB_COMPLETION_INDEX", "1")], "DROPZONE_SHARDS"),
            (Some(4), &[("JOB_COMPLETION_INDEX", "4")], "none of 4 shards"),
            (None, &[("JOB_COMPLETION_INDEX", "one")], "expected a whole number"),
            (Some(8), &slurm("0", "0", "3", "4"), "has 4 tasks, not 8"),
            (None, &gaps, "with gaps"),
            (None, &two, "Kubernetes and of AWS Batch"),
        ] {
            let error = auto(of, variables).unwrap_err();
            assert!(error.contains(told), "{variables:?}: {error}");
        }
    }

    #[test]
    fn the_option_is_a_shard_or_auto() {
        assert_eq!("auto".parse(), Ok(ShardChoice::Auto(None)));
        assert_eq!("auto/3".parse(), Ok(ShardChoice::Auto(Some(3))));
        assert!(matches!("1/3".parse(), Ok(ShardChoice::This(_))));
        for wrong in ["auto/0", "auto/x", "3/3", "first"] {
            assert!(wrong.parse::<ShardChoice>().unwrap_err().contains("expected"), "{wrong}");
        }
    }
}
