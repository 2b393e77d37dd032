import { Link } from 'react-router'
import { SETTINGS_PAGES, settingsPath } from '#domain/settings/pages.ts'

/** The id of a section's heading. */
export function sectionId(name: string): string {
  return `settings-${name.toLowerCase()}`
}

/** Links to each page of the settings. */
export function SectionList() {
  return (
    <nav aria-label="Sections of the settings">
      <ul className="lines">
        {SETTINGS_PAGES.map(({ name, label, about }) => (
          <li key={name} id={sectionId(name)} className="stack gap-0">
            <Link className="section-link bare" to={settingsPath(name)}>
              {label}
            </Link>
            <span className="quiet">{about}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
