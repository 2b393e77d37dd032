import { useId } from 'react'
import {
  type Arrangement,
  arrange,
  type FieldTextName,
  partField,
  shapeOf,
  type TextFields,
  type TextPart,
} from '#domain/texts/text-fields.ts'
import { specOf } from '#domain/texts/texts.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { smallOf } from './text-preview.tsx'

type TextPartsProps = {
  name: FieldTextName
  fields: TextFields
  /** Pictures that were uploaded on this page. */
  uploaded: readonly string[]
  /** The page's address, which arranges the parts when there are no scripts. */
  action: string
  /** Several fields may change before the next rendering, so each is told as a change. */
  onChange: (change: (fields: TextFields) => TextFields) => void
}

/** A text in fields: its title, and each slide, tip or question with its picture and button. */
export function TextParts({ name, fields, uploaded, action, onChange }: TextPartsProps) {
  const { part, description, intro } = shapeOf(name)
  const { title, parts } = fields
  const used = parts.map(({ picture }) => picture).filter(Boolean)
  const pictures = [...new Set([...uploaded, ...used, ...(specOf(name).pictures ?? [])])]
  const set = (changes: Partial<TextFields>) => onChange((before) => ({ ...before, ...changes }))
  const onArrange = (arrangement: Arrangement) =>
    onChange((before) => ({ ...before, parts: arrange(before.parts, arrangement) }))
  return (
    <>
      <input type="hidden" name="editor" value="fields" />
      <Field
        label="Title"
        name="title"
        value={title}
        onChange={({ currentTarget: { value } }) => set({ title: value })}
      />
      {description && (
        <Field
          label="Description for search engines"
          name="description"
          value={fields.description}
          onChange={({ currentTarget: { value } }) => set({ description: value })}
        />
      )}
      {intro && (
        <Field
          as="textarea"
          rows={2}
          label="Introduction"
          name="intro"
          value={fields.intro}
          onChange={({ currentTarget: { value } }) => set({ intro: value })}
        />
      )}
      <ol className="stack">
        {parts.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, so a part that moves takes its values along
          <li key={index}>
            <Part
              name={name}
              part={one}
              index={index}
              count={parts.length}
              pictures={pictures}
              action={action}
              onChange={(changes) =>
                onChange((before) => ({
                  ...before,
                  parts: before.parts.map((each, at) => (at === index ? { ...each, ...changes } : each)),
                }))
              }
              onArrange={onArrange}
            />
          </li>
        ))}
      </ol>
      <div>
        <ArrangeButton to={`${action}?arrange=add`} onPress={() => onArrange({ move: 'add' })}>
          {`Add ${part}`}
        </ArrangeButton>
      </div>
    </>
  )
}

type PartProps = {
  name: FieldTextName
  part: TextPart
  index: number
  count: number
  pictures: readonly string[]
  action: string
  onChange: (changes: Partial<TextPart>) => void
  onArrange: (arrangement: Arrangement) => void
}

function Part({ name, part, index, count, pictures, action, onChange, onArrange }: PartProps) {
  const shape = shapeOf(name)
  const called = `${shape.part} ${index + 1}`
  const field = (key: keyof TextPart) => ({
    name: partField(index, key),
    value: part[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [key]: value }),
  })
  const arrangeButton = (move: 'up' | 'down' | 'remove', label: string) => (
    <ArrangeButton to={`${action}?arrange=${move}+${index}`} about={called} onPress={() => onArrange({ move, index })}>
      {label}
    </ArrangeButton>
  )
  return (
    <fieldset className="box stack gap-3">
      <legend className="visually-hidden">{called}</legend>
      <Field label={shape.heading} {...field('heading')} />
      <Field as="textarea" rows={2} label={shape.text} {...field('text')} />
      {shape.picture && (
        <PictureChooser
          name={partField(index, 'picture')}
          pictures={pictures}
          chosen={part.picture}
          onChoose={(picture) => onChange({ picture })}
        />
      )}
      {shape.picture && (
        <Field
          label="Picture in words"
          hint="For those who cannot see it. Leave empty if it only decorates."
          {...field('alt')}
        />
      )}
      {shape.button && (
        <div className="grid grid-large">
          <Field label="Button" {...field('button')} />
          <Field label="Button leads to" hint="Such as /allproduct" {...field('to')} />
        </div>
      )}
      <div className="cluster gap-2">
        {index > 0 && arrangeButton('up', 'Move up')}
        {index < count - 1 && arrangeButton('down', 'Move down')}
        {arrangeButton('remove', 'Remove')}
      </div>
    </fieldset>
  )
}

type ArrangeButtonProps = {
  to: string
  about?: string
  onPress: () => void
  children: string
}

function ArrangeButton({ to, about, onPress, children }: ArrangeButtonProps) {
  return (
    <Button
      type="submit"
      name="intent"
      value="preview"
      formAction={to}
      variant="quiet"
      small
      aria-label={about && `${children}: ${about}`}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
    >
      {children}
    </Button>
  )
}

type PictureChooserProps = {
  name: string
  pictures: readonly string[]
  chosen: string
  onChoose: (picture: string) => void
}

function PictureChooser({ name, pictures, chosen, onChoose }: PictureChooserProps) {
  const id = useId()
  return (
    <fieldset className="picture-chooser" aria-labelledby={id}>
      <legend id={id} className="label">
        Picture
      </legend>
      <div className="cluster gap-2">
        {pictures.map((picture) => (
          <label key={picture} className="choice">
            <input
              type="radio"
              name={name}
              value={picture}
              checked={picture === chosen}
              onChange={() => onChoose(picture)}
              aria-label={picture.split('/').at(-1)}
            />
            <img src={smallOf(picture)} alt="" width={72} height={54} loading="lazy" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
