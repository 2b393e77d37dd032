import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/forms/button.tsx'
import { IconButton } from '#web/ui/forms/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useReducedMotion } from '#web/ui/use-media.ts'
import { STEPS } from './gestures.ts'
import './model-viewer.css'
import { openStage, type Stage } from './stage.ts'

export type ModelViewerProps = {
  model: string
  /** Does the model have a plant, which can be taken out? */
  hasPlant: boolean
  /** Such as `CUBEE C02 in Grey Stone`. */
  label: string
  /** Another picture of the gallery is shown instead. */
  isHidden?: boolean
  onClose: () => void
  /** Called with a message when the 3D view cannot be shown, or not any longer. */
  onFail: (sentence: string) => void
}

const UNSUPPORTED = 'This browser cannot show 3D. Here are the photographs.'
const LOST = 'The 3D view has stopped. Here are the photographs.'

/** A pot in the studio's light, turned by hand, keys or buttons. It frees everything when it leaves the page. */
export function ModelViewer({ model, hasPlant, label, isHidden = false, onClose, onFail }: ModelViewerProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<Stage>(undefined)
  // As in the photographs, where there is a plant.
  const [isPlanted, setIsPlanted] = useState(true)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const [seen, setSeen] = useState('')
  const isCalm = useReducedMotion()

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; the callbacks only set state
  useEffect(() => {
    if (!canvas.current) return
    try {
      stage.current = openStage(canvas.current, { onRest: setSeen, onLost: () => onFail(LOST), isCalm })
    } catch {
      // The shaders do not compile in this browser.
    }
    if (!stage.current) return onFail(UNSUPPORTED)
    canvas.current.focus({ preventScroll: true })
    return () => {
      stage.current?.free()
      stage.current = undefined
    }
  }, [])

  useEffect(() => stage.current?.plant(isPlanted), [isPlanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads the model again
  useEffect(() => {
    setState('loading')
    stage.current?.show(model).then(
      () => setState('shown'),
      // Loading is aborted when the shopper chooses another model.
      (error: Error) => error.name !== 'AbortError' && setState('failed'),
    )
  }, [model, tries])

  function tryAgain() {
    setTries(tries + 1)
    // The focused button disappears, so the focus needs another place.
    canvas.current?.focus({ preventScroll: true })
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
  }

  const step = (name: keyof typeof STEPS) => () => stage.current?.move(STEPS[name])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from each of its controls
    <div className="model-viewer" hidden={isHidden} onKeyDown={closeOnEscape}>
      <canvas ref={canvas} tabIndex={0} role="img" aria-label={`3D view of ${label}`} aria-describedby="model-keys" />
      <p id="model-keys" hidden>
        Arrow keys turn it, plus and minus zoom.
      </p>
      <p className="visually-hidden" role="status">
        {state === 'loading' ? 'Loading the 3D view' : state === 'shown' ? seen : ''}
      </p>
      {state === 'loading' && <Spinner label="" />}
      {state === 'failed' && (
        <div className="model-viewer-failed" role="alert">
          <p>The 3D view could not be loaded.</p>
          <Button onClick={tryAgain}>Try again</Button>
        </div>
      )}
      <IconButton icon="close" label="Close 3D view" className="model-viewer-close" onClick={onClose} />
      <div className="model-viewer-bar">
        {hasPlant && (
          <button type="button" role="switch" aria-checked={isPlanted} onClick={() => setIsPlanted(!isPlanted)}>
            With a plant
          </button>
        )}
        <fieldset aria-label="Turn and zoom">
          <IconButton icon="left" label="Turn left" onClick={step('left')} />
          <IconButton icon="right" label="Turn right" onClick={step('right')} />
          <Step label="Turn up" onClick={step('up')} path="M5.5 15 12 8.5 18.5 15" />
          <IconButton icon="down" label="Turn down" onClick={step('down')} />
          <IconButton icon="plus" label="Zoom in" onClick={step('nearer')} />
          <IconButton icon="minus" label="Zoom out" onClick={step('farther')} />
          <Step
            label="Reset the view"
            onClick={() => stage.current?.reset()}
            path="M5 12a7 7 0 1 0 2-4.900L5 9M5 4.500V9h4.500"
          />
        </fieldset>
      </div>
    </div>
  )
}

/** A button with an icon of its own, because the shop's icons are part of every page. */
function Step({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={onClick}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
