import { imageFile } from '#domain/catalog/images.ts'
import { ownPicture } from '#domain/catalog/own-pictures.ts'
import type { TextPage } from '#domain/texts/contents.ts'
import type { Html as HtmlText } from '#domain/texts/document.ts'
import type { PreviewContent } from '#server/texts/preview.ts'
import { Stars } from '#web/ui/home/stars.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Html } from '#web/ui/layout/html.tsx'
import { Questions } from '#web/ui/layout/text-page.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import type { Preview } from './save-text.ts'

/** The text as the shop would show it, and the problems to fix first. */
export function TextPreview({ preview: { content, problems } }: { preview: Preview }) {
  return (
    <section className="stack minor text-preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div role="status">
        {problems.length > 0 && (
          <ul className="tint stack gap-2 text-problems">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
      <Content content={content} />
    </section>
  )
}

function Content({ content }: { content: PreviewContent }) {
  switch (content.name) {
    case 'wording':
      return (
        <>
          <p className="note">{content.value}</p>
          {content.email !== undefined && (
            <>
              <h3>As an email through SMTP</h3>
              {/* Without any permission: it runs no script, and its links do nothing. */}
              <iframe className="email-frame" title="The email" sandbox="" srcDoc={content.email} />
            </>
          )}
        </>
      )
    case 'privacy-addition':
      return (
        <div className="prose">
          <Html className="prose-text" of={content.value} />
        </div>
      )
    case 'faq':
      return (
        <Page {...content.value}>
          <Questions questions={content.value.questions} />
        </Page>
      )
    case 'banner':
      return (
        <Parts
          heading={content.value.heading}
          parts={content.value.slides.map((slide) => ({ ...slide, picture: slide.image, link: slide.action }))}
        />
      )
    case 'tips':
      return <Parts {...content.value} parts={content.value.tips.map((tip) => ({ ...tip, picture: tip.image }))} />
    case 'reasons':
      return (
        <Parts
          {...content.value}
          parts={content.value.points.map((point) => ({ ...point, head: <Icon name={point.icon} /> }))}
        />
      )
    case 'testimonials':
      return (
        <Parts
          {...content.value}
          parts={content.value.testimonials.map(({ name, city, rating, text }) => ({
            heading: `${name}, ${city}`,
            text,
            head: <Stars rating={rating} />,
          }))}
        />
      )
    case 'highlights':
      return <Highlights items={content.value} />
    case 'taglines':
      return (
        <dl className="stack gap-3">
          {Object.entries(content.value).map(([name, text]) => (
            <div key={name}>
              <dt className="quiet">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
    default:
      return (
        <Page {...content.value}>
          <Html className="prose-text" of={content.value.body} />
        </Page>
      )
  }
}

type PageProps = Pick<TextPage, 'title' | 'description' | 'intro'> & { children: React.ReactNode }

function Page({ title, description, intro, children }: PageProps) {
  return (
    <div className="prose">
      <p className="text-preview-title">{title}</p>
      <Html as="p" className="prose-intro" of={intro} />
      {children}
      <p className="quiet">Search engines show: {description || 'a part of the page that they choose'}</p>
    </div>
  )
}

type Part = { heading: string; text: HtmlText; picture?: string; head?: React.ReactNode; link?: string }

/** The parts of a section of the home page, one below the other. */
function Parts({ heading, intro = '', parts }: { heading: string; intro?: HtmlText; parts: readonly Part[] }) {
  return (
    <>
      <p className="text-preview-title">{heading}</p>
      <Html as="p" of={intro} />
      <ul className="stack">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same heading while they are written
          <li key={index} className="row top gap-4">
            {part.picture && <img src={smallOf(part.picture)} alt="" width={160} height={120} loading="lazy" />}
            {part.head}
            <div>
              <h3>{part.heading}</h3>
              <Html as="p" of={part.text} />
              {part.link && <span className="button small">{part.link}</span>}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

export function smallOf(picture: string): string {
  if (picture.startsWith('/')) return imageFile(picture, 320)
  return picture.startsWith('banner') ? ownPicture(`${picture}-tall-480.webp`) : ownPicture(`${picture}-320.webp`)
}
