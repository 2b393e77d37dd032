import {
  isWhatsappTemplate,
  type TemplateState,
  WHATSAPP_LANGUAGE,
  WHATSAPP_TEMPLATES,
} from '#domain/messages/whatsapp-templates.ts'
import { type ConnectionState, USE_SANDBOX } from '#domain/settings/connections.ts'
import { settingsPath } from '#domain/settings/pages.ts'
import type { StoredTemplate } from '#server/whatsapp/queries.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { HiddenFields } from '#web/ui/forms/field.tsx'

const STATES: Record<TemplateState, string> = {
  missing: 'Not at Meta',
  pending: 'Pending',
  approved: 'Approved',
  paused: 'Paused',
  rejected: 'Rejected',
  disabled: 'Disabled',
}

/** Shows the address that Meta is told, and the state of the templates there. */
export function WhatsappFacts({ webhook, templates }: { webhook: string; templates: readonly StoredTemplate[] }) {
  return (
    <div className="stack gap-1">
      <p>
        Webhook address: <code>{webhook}</code>
      </p>
      <p className="quiet">
        At Meta, subscribe it to messages, message_template_status_update, message_template_quality_update and
        template_category_update.
      </p>
      {templates.length > 0 && (
        <>
          <h3>Templates</h3>
          <ul className="stack gap-1">
            {templates.map((template) => (
              <li key={template.name}>
                <code>{template.name}</code> ({WHATSAPP_LANGUAGE}): {factsOf(template)}
                <span className="fine quiet own-line">{bodyOf(template.name)}</span>
              </li>
            ))}
          </ul>
          <p className="quiet">Where a template is not approved, the email goes alone.</p>
        </>
      )}
    </div>
  )
}

/** An authentication template has Meta’s own text. */
function bodyOf(name: string): string {
  return isWhatsappTemplate(name) ? WHATSAPP_TEMPLATES[name].body : ''
}

function factsOf({ state, category, formerCategory, quality, reason }: StoredTemplate): string {
  return [
    STATES[state],
    formerCategory ? `Meta changed its category from ${formerCategory} to ${category}` : category,
    quality && `quality ${quality}`,
    reason,
  ]
    .filter(Boolean)
    .join(', ')
}

type ButtonsProps = { connection: { state: ConnectionState; version: string }; hasSandbox: boolean }

/** The sandbox is offered where WhatsApp is off, and templates where it is on. */
export function WhatsappButtons({ connection: { state, version }, hasSandbox }: ButtonsProps) {
  if (state === 'off' && !hasSandbox) return null
  const isOff = state === 'off'
  return (
    <form method="post" action={settingsPath('connections')}>
      <HiddenFields of={{ intent: isOff ? 'save' : 'submit', service: 'whatsapp', seen: version }} />
      {isOff && <input type="hidden" name={USE_SANDBOX} value="on" />}
      <Button type="submit" variant="quiet" aria-describedby="connection-whatsapp">
        {isOff ? 'Use the sandbox' : 'Submit templates'}
      </Button>
    </form>
  )
}
