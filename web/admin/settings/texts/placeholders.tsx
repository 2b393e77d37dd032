type PlaceholdersProps = { list: readonly { name: string; meaning: string; value: string }[] }

/** What a text may name instead of saying it, and what each says now. */
export function Placeholders({ list }: PlaceholdersProps) {
  return (
    <details className="text-details placeholders">
      <summary>Placeholders</summary>
      <p className="quiet">Write one of these, and pages show its value, also after it has changed.</p>
      <dl>
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
