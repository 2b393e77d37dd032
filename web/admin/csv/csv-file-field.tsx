import { Field, FormMessage } from '#web/ui/forms/field.tsx'

type CsvFileFieldProps = {
  label: string
  name: string
  hint: string
  error: string | undefined
  /** Errors in the rows of the file that was sent. */
  problems: readonly string[]
  /** The message after a successful import. */
  done: string | undefined
}

/** The file of a form that is either imported as a whole or refused, and the answer to the last one. */
export function CsvFileField({ label, name, hint, error, problems, done }: CsvFileFieldProps) {
  return (
    <>
      <Field label={label} name={name} type="file" accept=".csv,text/csv" required error={error} hint={hint} />
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div role="status">{done && <FormMessage tone="good">{done}</FormMessage>}</div>
    </>
  )
}
