import { type FormEvent, useEffect, useRef } from 'react'
import { Form, Link, useFetcher, useNavigation } from 'react-router'
import { specOf, type TextName } from '#domain/texts/texts.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { Placeholders } from './placeholders.tsx'
import type { Conflict, Preview, TextAnswer } from './save-text.ts'
import { TextPreview } from './text-preview.tsx'

/** Typing pauses for so long before the preview is asked for. */
const PAUSE_MS = 250

type TextEditorProps = {
  name: TextName
  /** The version that the shop shows. */
  version: number
  markdown: string
  isEarlier: boolean
  preview: Preview
  placeholders: readonly { name: string; meaning: string; value: string }[]
  answer: TextAnswer | undefined
}

/** The Markdown of a text, with what it will look like beside it. */
export function TextEditor({ name, version, markdown, isEarlier, preview, placeholders, answer }: TextEditorProps) {
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === 'save'
  const area = useRef<HTMLTextAreaElement>(null)
  const live = useFetcher<TextAnswer>()
  const refused = answer?.ok === false ? answer : undefined
  const typed = answer && 'values' in answer ? answer.values : undefined
  const form = useFocusOnProblem(refused)
  const draft = useDraft({
    name,
    form,
    version: String(version),
    answer,
    isSaved: answer?.ok === true && answer.intent !== 'preview',
    isKept: !isEarlier,
  })
  const opened = typed?.version ?? draft.version
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function askForPreview({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const fields = { intent: 'preview', markdown: value, version: opened }
      void live.submit(fields, { method: 'post', encType: 'multipart/form-data' })
    }, PAUSE_MS)
  }

  /** Inserts the line as a paragraph of its own at the cursor. */
  function insert(line: string) {
    const { current } = area
    if (!current) return
    current.focus()
    current.setRangeText(`\n\n${line}\n\n`, current.selectionStart, current.selectionEnd, 'end')
    current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const current = previewIn(live.data) ?? previewIn(answer) ?? preview
  return (
    <>
      <div className="stack gap-6 text-editor">
        <Form
          ref={form}
          method="post"
          // Without `?version=`: what is saved is the current one.
          action={`/adminDashboard/settings/texts/${name}`}
          encType="multipart/form-data"
          noValidate
          className="form"
          preventScrollReset
        >
          <input type="hidden" name="version" value={opened} />
          <DraftNotice draft={draft} />
          {refused?.conflict && <ConflictNotice name={name} conflict={refused.conflict} />}
          <Field
            as="textarea"
            label="Text"
            name="markdown"
            id="markdown"
            ref={area}
            defaultValue={typed?.markdown ?? markdown}
            rows={24}
            spellCheck
            error={refused && !refused.conflict ? refused.problems.join('\n') : undefined}
            hint="Markdown: **bold**, *italic*, [link](/contactUs), “##” for a heading, “-” for a list."
            onInput={askForPreview}
          />
          <div className="cluster">
            <Button type="submit" name="intent" value="save" busy={busy}>
              Save
            </Button>
            <Button type="submit" name="intent" value="preview" variant="quiet">
              Preview
            </Button>
          </div>
        </Form>
        <TextPreview preview={current} />
      </div>
      {specOf(name).uploads && <PictureUpload onUploaded={insert} />}
      {specOf(name).pictures && (
        <p className="quiet">
          Pictures that come with the shop: <code>{specOf(name).pictures?.join(', ')}</code>
        </p>
      )}
      <Placeholders list={placeholders} />
    </>
  )
}

function previewIn(answer: TextAnswer | undefined): Preview | undefined {
  return answer && 'preview' in answer ? answer.preview : undefined
}

/** The form still holds what was typed. */
function ConflictNotice({ name, conflict }: { name: TextName; conflict: Conflict }) {
  return (
    <section className="box stack gap-3 conflict" role="alert" aria-labelledby="conflict-heading">
      <h2 id="conflict-heading">Someone else saved this text while you were editing it</h2>
      <p>Your text is still below. Compare it with theirs, then choose one.</p>
      <details className="disclosure">
        <summary>{conflict.version === 0 ? 'The default' : `Their text, version ${conflict.version}`}</summary>
        <pre className="tint">{conflict.markdown}</pre>
      </details>
      <input type="hidden" name="theirs" value={conflict.version} />
      <div className="cluster">
        <Button type="submit" name="intent" value="overwrite" variant="quiet" small>
          Overwrite with my version
        </Button>
        <Link className="button quiet small" to={`/adminDashboard/settings/texts/${name}`} reloadDocument>
          Use the saved version
        </Link>
      </div>
    </section>
  )
}
