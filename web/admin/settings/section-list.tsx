/** The id of a section's heading. */
export function sectionId(name: string): string {
  return `settings-${name.toLowerCase()}`
}

/** Links to each section of the settings. */
export function SectionList({ names }: { names: readonly string[] }) {
  return (
    <nav className="section-list" aria-label="Sections of the settings">
      <ul className="cluster">
        {names.map((name) => (
          <li key={name}>
            <a href={`#${sectionId(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
