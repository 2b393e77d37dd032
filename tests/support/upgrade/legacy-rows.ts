import { catalogueRows, pot } from './legacy-catalogue-rows.ts'
import { customerRows, time } from './legacy-customer-rows.ts'
import { shippingRows } from './legacy-shipping-rows.ts'
import { stockRows } from './legacy-stock-rows.ts'

type Row = Record<string, unknown>

const address = {
  name: 'Meera Nair',
  address: '12 Lake View Road',
  city: 'Bengaluru',
  pincode: '560038',
  mobile_number: '9845000012',
}

const otherPayment = {
  checkout_id: '00000000-0000-4000-8000-0000000000bb',
  amount: 277000,
  currency: 'INR',
  time,
}
const otherEmail = { params: { email: 'meera@gamla.example' }, problem: null, mailbox: null, allowed_at: null, time }

/** Rows of every table that the shop has ever had, in today's names, each table after those that it refers to. */
export const rows: Record<string, Row[]> = {
  user: [
    {
      id: 'u1',
      name: 'Meera Nair',
      email: 'meera@gamla.example',
      email_verified: false,
      role: 'user',
      created_at: time,
      updated_at: time,
    },
    {
      id: 's1',
      name: 'रवि',
      email: 'ravi@gamla.example',
      email_verified: true,
      image: '/a',
      role: 'seller',
      created_at: time,
      updated_at: time,
    },
    {
      id: 'a1',
      name: 'Asha',
      email: 'asha@gamla.example',
      email_verified: false,
      role: 'admin',
      created_at: time,
      updated_at: time,
    },
  ],
  account: [
    {
      id: 'c1',
      account_id: 'u1',
      provider_id: 'credential',
      user_id: 'u1',
      password: 'salt:hash',
      created_at: time,
      updated_at: time,
    },
  ],
  session: [
    {
      id: 'e1',
      token: 'token',
      user_id: 'u1',
      expires_at: '2099-01-01T00:00:00+00:00',
      created_at: time,
      updated_at: time,
    },
  ],
  verification: [{ id: 'v1', identifier: 'i', value: 'v', expires_at: time, created_at: time, updated_at: time }],
  ...customerRows,
  ...catalogueRows,
  orders: ['confirmed none', 'delivered none', 'confirmed cancelled', 'pending none', 'confirmed requested'].map(
    (state, index) => {
      const [status, cancel] = state.split(' ')
      return {
        id: 1001 + index,
        user_id: 'u1',
        email: 'meera@gamla.example',
        ...address,
        total_amount: 2770,
        status,
        cancel,
        delivered_at: status === 'delivered' ? time : null,
        checkout_key: `00000000-0000-4000-8000-00000000000${index}`,
        payment_id: index === 1 ? 'pay_1' : null,
        product_size: index === 1 ? 'T01' : null,
        warranty_amount: index === 1 ? 99 : null,
        time,
      }
    },
  ),
  order_lines: [0, 1, 2, 3, 4].flatMap((index) =>
    [1, 3].map((product_id, position) => ({
      order_id: 1001 + index,
      position,
      product_id,
      title: 'As it was',
      price: 1385,
      quantity: 1 + position,
      product_image_url: pot.product_image_url,
      category: 'Indoor POT',
      size_code: 'T01',
      size_label: 'TUBO T01',
      selected_color: 'Grey Stone',
      seller_id: position === 0 ? 's1' : null,
      ...(position === 0 ? { sku: 'TUBO-1', hsn: '6913', gst_rate: 12 } : { sku: '', hsn: '', gst_rate: null }),
      delivered_at: index === 1 ? time : null,
    })),
  ),
  audit: [
    {
      id: 1,
      actor_id: 'a1',
      actor_email: 'asha@gamla.example',
      action: 'deliver order',
      subject: 'order 1002',
      before: { status: 'confirmed' },
      after: null,
      time,
    },
  ],
  uploads: [{ folder: 'productImages/7-half-abc123', time }],
  contact_messages: [
    {
      id: 1,
      key: '00000000-0000-4000-8000-0000000000aa',
      name: 'Meera',
      email: 'meera@gamla.example',
      phone: '9845000012',
      message: 'Hello?',
      state: 'answered',
      time,
    },
  ],
  notification_choices: [
    { user_id: 'u1', kind: 'low-stock', timing: 'digest', channel: 'push', count: 1, about: 'Cube' },
  ],
  notification_events: [{ kind: 'low-stock', about: 'Cube', user_id: 'u1', amount: 0 }],
  push_devices: [{ user_id: 'u1', endpoint: 'https://push.example/u1', p256dh: '"hash"', auth: '"hash"' }],
  saved_views: [{ id: 1, user_id: 'u1', list: '/adminDashboard/orders', name: 'Diwali orders', search: 'q=Diwali' }],
  customer_notes: [{ user_id: 'u1', note: 'Meera calls on Sundays.', tags: ['VIP'], version: 1, time }],
  contact_replies: [
    {
      id: 1,
      message_id: 1,
      key: '00000000-0000-4000-8000-0000000000ab',
      reply: 'Hello Meera!',
      actor_id: 'a1',
      time,
    },
  ],
  checkouts: [
    {
      id: '00000000-0000-4000-8000-0000000000bb',
      user_id: 'u1',
      email: 'meera@gamla.example',
      checkout_key: '00000000-0000-4000-8000-000000000001',
      ...address,
      lines: [
        {
          id: 1,
          title: 'Tubo',
          price: 1385,
          quantity: 2,
          sizeCode: 'T01',
          sizeLabel: 'TUBO T01',
          selectedColor: 'Grey Stone',
        },
      ],
      amount: 277000,
      provider_order_id: 'order_1',
      state: 'closed',
      checked_at: time,
      time,
    },
  ],
  ...stockRows,
  ...shippingRows,
  payments: [
    {
      id: 'pay_1',
      checkout_id: '00000000-0000-4000-8000-0000000000bb',
      amount: 277000,
      currency: 'INR',
      status: 'captured',
      allocation: 'order',
      time,
    },
    { ...otherPayment, id: 'pay_2', status: 'expired', allocation: null },
    { ...otherPayment, id: 'pay_3', status: 'captured', allocation: 'refund' },
  ],
  refunds: [
    {
      payment_id: 'pay_1',
      order_id: 1002,
      user_id: 'u1',
      reason: 'cancelled',
      state: 'pending',
      attempt: 2,
      provider_refund_id: 'rfnd_1',
      problem: null,
      checked_at: time,
      time,
    },
    {
      payment_id: 'pay_3',
      order_id: null,
      user_id: 'u1',
      reason: 'external',
      state: 'requested',
      attempt: 1,
      provider_refund_id: null,
      problem: null,
      checked_at: null,
      time,
    },
  ],
  order_changes: [
    {
      id: 1,
      order_id: 1001,
      key: '00000000-0000-4000-8000-0000000000ce',
      lines: [{ title: 'Cubee planter', choice: 'CUBEE C02, Grey Stone', before: 2, after: 1, price: 799 }],
      total_before: 1598,
      total_after: 799,
      refund: 0,
      due: 0,
      time,
    },
  ],
  counter_refunds: [
    {
      id: 1,
      order_id: 1001,
      return_id: null,
      change_id: 1,
      amount: 79900,
      reason: 'changed',
      paid_back_on: null,
      paid_back_reference: '',
      time,
    },
  ],
  used_checkout_keys: [{ user_id: 'u1', checkout_key: '00000000-0000-4000-8000-0000000000cc', order_id: 1000, time }],
  payment_events: [{ id: 'evt_1', event: 'payment.captured', time }],
  sent_messages: [
    {
      id: 1,
      template: 'order-placed',
      subject: 'order 1001',
      params: { email: 'meera@gamla.example' },
      state: 'failed',
      tries: 3,
      problem: 'no such template',
      mailbox: 'meera@gamla.example',
      allowed_at: time,
      time,
    },
    { ...otherEmail, id: 2, template: 'refund-requested', subject: 'payment pay_3', state: 'queued', tries: 0 },
    { ...otherEmail, id: 3, template: 'authorization-expired', subject: 'payment pay_2', state: 'sent', tries: 1 },
  ],
  rate_limits: [{ key: 'login hash', used: 3, ends_at: time }],
  login_failures: [{ account: 'login hash', failures: null, ends_at: time }],
}
