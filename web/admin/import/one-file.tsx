import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { useProblems } from '#web/client/problems.ts'
import { LinkButton, SubmitButton } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'

type OneFileProps = {
  heading: string
  /** Label and hint of the field. */
  file: string
  hint: string
  submit: string
  refused: { problems: Problems } | undefined
  /** A paragraph about the import. */
  children: ReactNode
  report: ReactNode
}

/** A page that imports one file at a press. */
export function OneFile({ heading, file, hint, submit, refused, children, report }: OneFileProps) {
  const { form, problems } = useProblems(refused)
  return (
    <section className="stack import gap-5" aria-labelledby="import-heading">
      <h1 id="import-heading">{heading}</h1>
      <p className="quiet">{children}</p>
      <Form method="post" encType="multipart/form-data" className="form" noValidate ref={form}>
        {problems.form && <FormMessage alert>{problems.form}</FormMessage>}
        <Field label={file} name="file" type="file" accept=".csv,text/csv" required error={problems.file} hint={hint} />
        <div className="cluster">
          <SubmitButton>{submit}</SubmitButton>
          <LinkButton to="/adminDashboard/import" variant="quiet">
            Back
          </LinkButton>
        </div>
      </Form>
      {report}
    </section>
  )
}
