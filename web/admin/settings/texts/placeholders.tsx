type PlaceholdersProps = { list: readonly { name: string; meaning: string; value: string }[] }

/** The placeholders of a text, with their present values, or examples of them. */
export function Placeholders({ list }: PlaceholdersProps) {
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
