import sharp from 'sharp'
import { findSettings } from '#server/settings/queries.ts'
import { versionOf } from '#server/settings/settings.ts'
import { type Ask, formFor, type Sample, type World } from './permissions-harness.ts'

/** Sample requests for the texts of the shop and their pictures, and for its connections. */
export const textSamples: Record<string, Sample> = {
  'POST /adminDashboard/home': async ({ db }) => {
    const settings = await findSettings(db)
    // Another order than before, so that each press changes something.
    const place = settings.homeOrder[0] === 'tips' ? '99' : '0'
    const seen = versionOf(settings, ['homeOrder', 'homeHidden'])
    return { path: '/adminDashboard/home', form: { seen, 'place tips': place } }
  },
  'GET /adminDashboard/settings/texts/:name': () => ({ path: '/adminDashboard/settings/texts/faq' }),
  'POST /adminDashboard/settings/texts/:name preview': () => textForm('preview', {}),
  'POST /adminDashboard/settings/texts/:name save': async ({ sql }) => {
    await sql("delete from texts where name = 'terms'")
    return textForm('save', { version: '0' })
  },
  'POST /adminDashboard/settings/texts/:name overwrite': async ({ sql }) => {
    await sql("delete from texts where name = 'terms'")
    return textForm('overwrite', { theirs: '0' })
  },
  'POST /adminDashboard/settings/texts/:name restore': async ({ sql }) => {
    await sql("delete from texts where name = 'terms'")
    await sql("insert into texts (name, version, markdown) values ('terms', 1, '# Terms')")
    return textForm('restore', { version: '1', restore: '0' })
  },
  'GET /adminDashboard/settings/wordings/:name': () => ({ path: WORDING }),
  'POST /adminDashboard/settings/wordings/:name preview': () => wordingForm('preview', {}),
  'POST /adminDashboard/settings/wordings/:name save': async ({ sql }) => {
    await sql("delete from texts where name = 'wordings/paid-now'")
    return wordingForm('save', { version: '0' })
  },
  'POST /adminDashboard/settings/wordings/:name overwrite': async ({ sql }) => {
    await sql("delete from texts where name = 'wordings/paid-now'")
    return wordingForm('overwrite', { theirs: '0' })
  },
  'POST /adminDashboard/settings/wordings/:name restore': async ({ sql }) => {
    await sql("delete from texts where name = 'wordings/paid-now'")
    await sql("insert into texts (name, version, markdown) values ('wordings/paid-now', 1, 'Paid.')")
    return wordingForm('restore', { version: '1', restore: '0' })
  },
  'POST /adminDashboard/settings/connections save': (world) => connectionForm(world, 'save'),
  'POST /adminDashboard/settings/connections remove': (world) => connectionForm(world, 'remove'),
  'POST /adminDashboard/settings/connections test': (world) => connectionForm(world, 'test'),
  'POST /adminDashboard/settings/connections submit': (world) => connectionForm(world, 'submit'),
  ...formFor('/adminDashboard/settings/pictures', async () => ({
    picture: new File([new Uint8Array(await tinyPicture())], 'banner.png'),
  })),
}

async function connectionForm({ makeConnection, sql }: World, intent: string): Promise<Ask> {
  await sql('delete from connections')
  const seen = intent === 'remove' ? await makeConnection() : ''
  const services: Record<string, string> = { test: 'shiprocket', submit: 'whatsapp' }
  const service = services[intent] ?? 'web3forms'
  const form = { intent, service, seen, WEB3FORMS_ACCESS_KEY: crypto.randomUUID() }
  return { path: '/adminDashboard/settings/connections', form }
}

function textForm(intent: string, fields: Record<string, string>): Ask {
  const markdown = `# Terms\n\n${crypto.randomUUID()}`
  return { path: '/adminDashboard/settings/texts/terms', form: { intent, markdown, ...fields } }
}

const WORDING = '/adminDashboard/settings/wordings/paid-now'

function wordingForm(intent: string, fields: Record<string, string>): Ask {
  return { path: WORDING, form: { intent, markdown: `Paid: {{amount}}. ${crypto.randomUUID()}`, ...fields } }
}

function tinyPicture(): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 20, channels: 3, background: '#a64' } })
    .png()
    .toBuffer()
}
