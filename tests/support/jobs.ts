// SQL for tests about background jobs. Only what graphile-worker has no function for names its tables.

export const REMOVE_JOBS = 'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))'

export const MAKE_JOBS_DUE = `
  select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`

/** To hold a process at the moment when it writes a job. */
export const JOB_TABLE = 'graphile_worker._private_jobs'

/** Parameters: the job's name, and the runner that works on it. */
export const LOCK_JOB = `
  update ${JOB_TABLE} set locked_by = $2, locked_at = now()
  where id = (select id from graphile_worker.jobs where task_identifier = $1)`

/** All jobs of an earlier version too, whose keys do not hold their payloads. */
export const ALL_JOBS = `(
  select jobs.*, whole.payload from graphile_worker.jobs join ${JOB_TABLE} as whole using (id))`
