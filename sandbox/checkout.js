// The sandbox's stand-in for https://checkout.razorpay.com/v1/checkout.js: the same constructor, options, events and
// answers, with four buttons in place of a bank.
;(() => {
  const base = new URL('.', document.currentScript.src)
  const STYLE = `
    .rzp-sandbox { width: min(26rem, calc(100vw - 2rem)); margin: auto; padding: 0; border: 0; border-radius: 12px; color: #12223b;
      background: #fff; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 24px 64px rgb(0 0 0 / .35) }
    .rzp-sandbox::backdrop { background: rgb(10 20 40 / .6) }
    .rzp-sandbox header { padding: 20px 24px; color: #fff; background: #0b3a8f; border-radius: 12px 12px 0 0 }
    .rzp-sandbox p { margin: 0; max-width: none; overflow-wrap: anywhere }
    .rzp-sandbox .rzp-mode { display: inline-block; padding: 2px 10px; margin-bottom: 8px; border-radius: 99px;
      font-size: 14px; font-weight: 600; color: #3d2c00; background: #ffd873 }
    .rzp-sandbox .rzp-amount { font-size: 28px; font-weight: 700 }
    .rzp-sandbox .rzp-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; padding: 20px 24px 24px }
    .rzp-sandbox .rzp-problem { color: #a11212; font-weight: 600 }
    .rzp-sandbox .rzp-problem:empty { display: none }
    .rzp-sandbox button { all: unset; box-sizing: border-box; padding: 12px 16px; border: 1px solid #8a97ad;
      border-radius: 8px; text-align: center; font-weight: 600; cursor: pointer; min-height: 48px }
    .rzp-sandbox button:first-of-type { color: #fff; background: #0b3a8f; border-color: #0b3a8f }
    .rzp-sandbox button:focus-visible { outline: 3px solid #f0a500; outline-offset: 2px }
    .rzp-sandbox button[disabled] { opacity: .6; cursor: default }`

  class Razorpay {
    #options
    #heard = {}
    #dialog

    constructor(options) {
      for (const name of ['key', 'order_id']) if (!options?.[name]) throw new Error(`No ${name} passed.`)
      this.#options = options
    }

    on(event, listener) {
      const listeners = this.#heard[event] ?? []
      this.#heard[event] = [...listeners, listener]
    }

    open() {
      if (this.#dialog) return
      const { name = '', amount, prefill = {}, config } = this.#options
      const dialog = document.createElement('dialog')
      dialog.className = 'rzp-sandbox'
      dialog.setAttribute('aria-label', `Pay ${name}`)
      dialog.append(
        make('style', {}, STYLE),
        make('header', {}, make('p', { className: 'rzp-mode' }, 'Test mode'), make('p', {}, name), amountOf(amount)),
        make(
          'div',
          { className: 'rzp-body' },
          make('p', {}, prefill.name ?? '', make('br'), prefill.email ?? ''),
          make('p', {}, `UPI by ${upiOf(config)}`),
          make('p', {}, 'No bank is asked, and no money moves. What should happen?'),
          make('p', { className: 'rzp-problem', role: 'alert' }),
          button('Pay', () => this.#pay(false)),
          button('Fail', () => this.#fail()),
          button('Close', () => this.#dismiss()),
          button('Pay and close the tab', () => this.#pay(true)),
        ),
      )
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        this.#dismiss()
      })
      document.body.append(dialog)
      this.#dialog = dialog
      dialog.showModal()
    }

    close() {
      this.#dialog?.remove()
      this.#dialog = undefined
    }

    async #pay(isLast) {
      const answer = await this.#ask('pay')
      if (!answer) return
      if (isLast) return leave()
      if (answer.error) return this.#tellFailure(answer.error)
      this.close()
      this.#options.handler?.(answer)
    }

    async #fail() {
      const answer = await this.#ask('fail')
      if (answer?.error) this.#tellFailure(answer.error)
    }

    #tellFailure(error) {
      // With `retry` the widget stays open for another attempt, as the real one does.
      if (this.#options.retry?.enabled === false) this.close()
      else this.#say(error.description)
      for (const listener of this.#heard['payment.failed'] ?? []) listener({ error })
    }

    #dismiss() {
      this.close()
      this.#options.modal?.ondismiss?.()
    }

    async #ask(what) {
      const { key, order_id, prefill = {} } = this.#options
      const { email, contact } = prefill
      this.#setBusy(true)
      try {
        const answer = await fetch(new URL(`widget/${what}`, base), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ key, order_id, email, contact }),
          keepalive: true,
        })
        return await answer.json()
      } catch {
        this.#say('The sandbox does not answer. Please try again.')
      } finally {
        this.#setBusy(false)
      }
    }

    #say(text) {
      const place = this.#dialog?.querySelector('.rzp-problem')
      if (place) place.textContent = text
    }

    #setBusy(isBusy) {
      for (const one of this.#dialog?.querySelectorAll('button') ?? []) one.disabled = isBusy
    }
  }

  /** Some browsers do not let a tab close itself unless a script opened it, so it is emptied as well. */
  function leave() {
    window.close()
    setTimeout(() => location.replace('about:blank'), 100)
  }

  /** The ways to pay by UPI that remain after `config.display.hide`. */
  function upiOf(config) {
    const hidden = (config?.display?.hide ?? []).filter(({ method }) => method === 'upi').flatMap(({ flows }) => flows)
    return hidden.includes('collect') ? 'app or QR code' : 'app, QR code or UPI ID'
  }

  function amountOf(paise) {
    const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100)
    return make('p', { className: 'rzp-amount' }, rupees)
  }

  function button(text, press) {
    const made = make('button', { type: 'button' }, text)
    made.addEventListener('click', press)
    return made
  }

  function make(tag, attributes, ...children) {
    const element = Object.assign(document.createElement(tag), attributes)
    element.append(...children)
    return element
  }

  window.Razorpay = Razorpay
})()
