import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Form, Link, useFetcher, useNavigation, useSearchParams } from 'react-router'
import type { StoredName } from '#domain/messages/wordings.ts'
import { isFieldText, readText, type TextFields, writeText } from '#domain/texts/text-fields.ts'
import { isTextName, specOf } from '#domain/texts/texts.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { editorOf } from './editor-of.tsx'
import { PictureUpload, pictureLine } from './picture-upload.tsx'
import type { Conflict, Preview, TextAnswer } from './save-text.ts'
import { TextParts } from './text-parts.tsx'
import { TextPreview } from './text-preview.tsx'

/** Typing pauses for so long before the preview is asked for. */
const PAUSE_MS = 250

const MARKDOWN_HINT = 'Markdown: **bold**, *italic*, [link](/contactUs), “##” for a heading, “-” for a list.'

type TextEditorProps = {
  name: StoredName
  /** The version that the shop shows. */
  version: number
  markdown: string
  isEarlier: boolean
  preview: Preview
  placeholders: readonly { name: string; meaning: string; value: string }[]
  answer: TextAnswer | undefined
  /** Somebody is in the form, or has typed; false: they left it as it was. */
  onTouch: (isTouched: boolean) => void
}

/** A text in fields or as Markdown, with what it will look like beside it. */
export function TextEditor({ name, version, markdown, isEarlier, preview, placeholders, ...props }: TextEditorProps) {
  const { answer, onTouch } = props
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === 'save'
  const area = useRef<HTMLTextAreaElement>(null)
  const live = useFetcher<TextAnswer>()
  const refused = answer?.ok === false ? answer : undefined
  const typed = answer && 'values' in answer ? answer.values : undefined
  const rejection = useMemo(
    () => (refused && !refused.conflict ? { problems: { markdown: refused.problems.join('\n') } } : undefined),
    [refused],
  )
  const { form, problems } = useProblems(rejection)
  const draft = useDraft({
    name,
    form,
    version: String(version),
    answer,
    isSaved: answer?.ok === true && answer.intent !== 'preview',
    isKept: !isEarlier,
  })
  const opened = typed?.version ?? draft.version
  const [doc, setDoc] = useState(() => openDocument(name, typed?.markdown ?? markdown))
  const [asked] = useSearchParams()
  const isMarkdown = doc.fields === undefined || asked.get('as') === 'markdown' || typed?.isInFields === false
  const [uploaded, setUploaded] = useState<readonly string[]>([])
  const { path, rows } = editorOf(name)
  const pictures = isTextName(name) ? specOf(name) : undefined

  const askForPreview = useEffectEvent(() => {
    // A preview that answers while a saved text is read would end that, and the form would keep the version before it.
    if (busy) return
    const fields = { intent: 'preview', markdown: doc.markdown, version: opened }
    void live.submit(fields, { method: 'post', encType: 'multipart/form-data' })
  })
  // A part that is moved or removed is no input of a field.
  const keepDraft = useEffectEvent(() => draft.note())
  const keepTouched = useEffectEvent(() => onTouch(true))
  useEffect(() => {
    if (!doc.isTyped) return
    keepTouched()
    keepDraft()
    const timer = setTimeout(askForPreview, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [doc])

  function typeMarkdown({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>) {
    setDoc({ ...openDocument(name, value), isTyped: true })
  }

  function changeFields(change: (fields: TextFields) => TextFields) {
    setDoc((before) => {
      if (!before.fields) return before
      const fields = change(before.fields)
      return { fields, markdown: writeText(fields), isTyped: true }
    })
  }

  /** In the fields it can be chosen now; in the Markdown it becomes a paragraph at the cursor. */
  function insert(address: string) {
    setUploaded((before) => [...before, address])
    const { current } = area
    if (!current) return
    const line = pictureLine(address)
    current.focus()
    current.setRangeText(`\n\n${line}\n\n`, current.selectionStart, current.selectionEnd, 'end')
    current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const current = previewIn(live.data) ?? previewIn(answer) ?? preview
  return (
    <>
      {isFieldText(name) && <EditorTabs isMarkdown={isMarkdown} hasFields={doc.fields !== undefined} />}
      <div className="stack gap-6 text-editor">
        <Form
          ref={form}
          method="post"
          // Without `?version=`: what is saved is the current one.
          action={isMarkdown && doc.fields ? `${path}?as=markdown` : path}
          encType="multipart/form-data"
          noValidate
          className="form"
          preventScrollReset
          onFocus={() => onTouch(true)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && !doc.isTyped) onTouch(false)
          }}
        >
          <input type="hidden" name="version" value={opened} />
          <DraftNotice draft={draft} />
          {refused?.conflict && <ConflictNotice name={name} conflict={refused.conflict} />}
          {isMarkdown ? (
            <Field
              as="textarea"
              label="Text"
              name="markdown"
              id="markdown"
              ref={area}
              defaultValue={doc.markdown}
              rows={rows}
              spellCheck
              error={problems.markdown}
              hint={isTextName(name) ? MARKDOWN_HINT : undefined}
              onInput={typeMarkdown}
            />
          ) : (
            <>
              <textarea name="markdown" value={doc.markdown} onChange={typeMarkdown} hidden />
              {isFieldText(name) && doc.fields && (
                <TextParts name={name} fields={doc.fields} uploaded={uploaded} action={path} onChange={changeFields} />
              )}
              <FieldError id="fields" error={problems.markdown} />
            </>
          )}
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
      {pictures?.uploads && <PictureUpload onUploaded={insert} />}
      {isMarkdown && pictures?.pictures && (
        <p className="quiet">
          Pictures that come with the shop: <code>{pictures.pictures.join(', ')}</code>
        </p>
      )}
      <Placeholders list={placeholders} />
    </>
  )
}

/** The text as it is typed: always as Markdown, which is what is saved, and in fields where they can hold it. */
function openDocument(name: StoredName, markdown: string) {
  return { markdown, fields: isFieldText(name) ? readText(name, markdown) : undefined, isTyped: false }
}

type EditorTabsProps = { isMarkdown: boolean; hasFields: boolean }

/** Both show the same text; what is typed in one is there in the other. */
function EditorTabs({ isMarkdown, hasFields }: EditorTabsProps) {
  const [params] = useSearchParams()
  const fields = new URLSearchParams(params)
  const markdown = new URLSearchParams(params)
  fields.delete('as')
  markdown.set('as', 'markdown')
  if (!hasFields)
    return <p className="quiet">This text has parts that the fields do not have, so you write it as Markdown.</p>
  return (
    <nav className="cluster gap-2" aria-label="Ways to write this text">
      <Link className="choice" to={`?${fields}`} aria-current={isMarkdown ? undefined : 'page'} preventScrollReset>
        Fields
      </Link>
      <Link className="choice" to={`?${markdown}`} aria-current={isMarkdown ? 'page' : undefined} preventScrollReset>
        Markdown
      </Link>
    </nav>
  )
}

function previewIn(answer: TextAnswer | undefined): Preview | undefined {
  return answer && 'preview' in answer ? answer.preview : undefined
}

/** The form still holds what was typed. */
function ConflictNotice({ name, conflict }: { name: StoredName; conflict: Conflict }) {
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
        <Link className="button quiet small" to={editorOf(name).path} reloadDocument>
          Use the saved version
        </Link>
      </div>
    </section>
  )
}

type PlaceholdersProps = { list: readonly { name: string; meaning: string; value: string }[] }

/** The placeholders of a text, with their present values, or examples of them. */
function Placeholders({ list }: PlaceholdersProps) {
  return (
    <details className="disclosure">
      <summary>Placeholders</summary>
      <p className="quiet">Write one of these, and people read its value, also after it has changed.</p>
      <dl className="grid grid-large">
        {list.map(({ name, meaning, value }) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>
              {meaning}
              {value !== `{{${name}}}` && <span className="quiet">: {value}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
