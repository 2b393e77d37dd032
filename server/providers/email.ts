import type { Message } from '#domain/messages/message.ts'

export type OutgoingEmail = {
  /** Signed, for the fields of EmailJS's template. */
  message: Message
  subject: string
  /** Empty: as text only. */
  html: string
  text: string
  /** The same on every try, such as `<sent-12@shop.example>`. */
  messageId: string
}

export type EmailProvider = {
  /** False without its keys. */
  isAvailable: boolean
  /** Minimum time between two emails, from all processes together; 0: none. */
  paceMs: number
  /**
   * @returns the provider's own words
   * @throws ProviderRejectedError with the reason; ProviderUnavailableError if a retry may help; AnswerLostError if it may
   * have been sent
   */
  send(email: OutgoingEmail): Promise<string>
}
