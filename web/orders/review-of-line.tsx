import { useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { imageFile } from '#domain/catalog/images.ts'
import {
  DECLINE_REASONS,
  parseReview,
  REVIEW_MAX,
  REVIEW_STATE_LABELS,
  STARS,
  shownNameOf,
} from '#domain/reviews/review.ts'
import type { OwnReview, ReviewedLine } from '#server/reviews/queries.ts'
import { useProblems } from '#web/client/problems.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf, HiddenFields } from '#web/ui/forms/field.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { WrittenReview } from '#web/ui/product/written-review.tsx'
import type { AddressResult } from './change-address.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

type ReviewOfLineProps = Omit<ReviewedLine, 'isReceived'> & {
  title: string
  buyer: { name: string; city: string }
  /** The answer to a form of this page without scripts. */
  answer: AddressResult | undefined
}

/** The buyer's review of a line, with a form to write, change or withdraw it. */
export function ReviewOfLine({ position, review, title, buyer, ...props }: ReviewOfLineProps) {
  const isRefused = props.answer?.intent === 'review' && props.answer.values?.position === String(position)
  const answer = isRefused ? props.answer : undefined
  const [open, setOpen] = useState(isRefused)
  // The form keeps the review that it was opened with, although the page loads a newer one meanwhile.
  const [opened, setOpened] = useState(review)
  const about = useId()

  function toggle(isOpen: boolean) {
    if (isOpen && !open) setOpened(review)
    setOpen(isOpen)
  }

  return (
    <div className="stack gap-3">
      <span id={about} hidden>
        {title}
      </span>
      {review && (
        <>
          <p>
            <span className="badge">{REVIEW_STATE_LABELS[review.state]}</span>
            {review.reason && <span className="quiet"> because {DECLINE_REASONS[review.reason].told}</span>}
          </p>
          <WrittenReview review={review} />
        </>
      )}
      <div className="cluster gap-2 top no-print">
        <details open={open} onToggle={(event) => toggle(event.currentTarget.open)}>
          <summary className="button quiet small" aria-describedby={about}>
            {review ? 'Edit' : 'Write a review'}
          </summary>
          <ReviewForm
            key={opened?.version ?? 0}
            position={position}
            review={opened}
            buyer={buyer}
            answer={answer}
            onDone={() => setOpen(false)}
          />
        </details>
        {review && (
          <WithdrawForm
            fields={{ intent: 'withdraw-review', position }}
            question={`Withdraw your review of ${title}?`}
            consequence="Its stars, text and pictures are deleted. You can write another one."
            aria-describedby={about}
          />
        )}
      </div>
    </div>
  )
}

type ReviewFormProps = Pick<ReviewOfLineProps, 'position' | 'review' | 'buyer' | 'answer'> & { onDone: () => void }

function ReviewForm({ position, review, buyer, answer, onDone }: ReviewFormProps) {
  const fetcher = useFetcher<AddressResult>()
  const result = fetcher.data ?? answer
  const refusal = result?.ok === false ? result : undefined
  const { form, problems, message } = useProblems(refusal, parseReview)
  const values = refusal?.values ?? (review ? valuesOf(review) : {})
  const [stars, setStars] = useState(values.stars)
  const [shown, setShown] = useState(values.shown ?? 'name')
  const done = fetcher.data?.ok === true

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (done) onDone()
  }, [fetcher.data])

  return (
    <fetcher.Form method="post" encType="multipart/form-data" ref={form} noValidate className="stack">
      <HiddenFields of={{ intent: 'review', position, seen: values.seen ?? review?.version ?? 0 }} />
      <RadioPills
        legend="Stars"
        name="stars"
        value={stars}
        onChange={setStars}
        error={problems.stars ?? ''}
        options={STARS.map((count) => ({ value: String(count), label: `${count} ${count === 1 ? 'star' : 'stars'}` }))}
      />
      <Field
        as="textarea"
        label="Your review"
        maxLength={REVIEW_MAX}
        required
        {...fieldsOf(values, problems)('text')}
      />
      {review?.pictures.map((picture, index) => (
        <KeptPicture key={picture} picture={picture} number={index + 1} />
      ))}
      <Field
        label="Pictures"
        name="pictures"
        type="file"
        multiple
        accept={IMAGE_TYPES.join(',')}
        hint="Up to three. JPEG, PNG, WebP or AVIF. We remove where and when they were taken."
        error={problems.pictures}
      />
      <RadioPills
        legend="Name shown"
        name="shown"
        value={shown}
        onChange={setShown}
        error={problems.shown ?? ''}
        options={[
          { value: 'name', label: shownNameOf(buyer) },
          { value: 'hidden', label: 'Hidden' },
        ]}
      />
      <div>
        <Button type="submit" busy={fetcher.state !== 'idle'}>
          Send
        </Button>
      </div>
      {message && <FormMessage alert>{message}</FormMessage>}
    </fetcher.Form>
  )
}

/** Without its tick, the picture is removed when the form is sent. */
function KeptPicture({ picture, number }: { picture: string; number: number }) {
  return (
    <label className="check">
      <input type="checkbox" name="keep" value={picture} defaultChecked />
      <img className="review-picture" src={imageFile(picture, 320)} alt="" width={96} height={96} loading="lazy" />
      Keep picture {number}
    </label>
  )
}

function valuesOf({ stars, text, shownAs }: OwnReview): Record<string, string> {
  return { stars: String(stars), text, shown: shownAs === '' ? 'hidden' : 'name' }
}
