export const time = '2026-03-01T10:20:30.123456+00:00'

/** What accounts have had since the second factor. */
export const customerRows = {
  two_factor: [
    {
      id: 'f1',
      secret: 'encrypted',
      backup_codes: 'encrypted',
      user_id: 'u1',
      verified: true,
      failed_verification_count: 2,
      locked_until: time,
    },
  ],
  passkey: [
    {
      id: 'k1',
      name: 'Phone',
      public_key: 'key',
      user_id: 'u1',
      credential_id: 'credential',
      counter: 3,
      device_type: 'multiDevice',
      backed_up: true,
      transports: 'internal',
      aaguid: '00000000-0000-0000-0000-000000000000',
      created_at: time,
    },
  ],
  addresses: [
    {
      id: 1,
      user_id: 'u1',
      name: 'Meera',
      address: '12 MG Road',
      city: 'Pune',
      pincode: '411001',
      mobile_number: '9876543210',
      is_default: true,
      last_used_at: time,
      time,
    },
  ],
  consents: [{ id: 1, user_id: 'u1', purpose: 'signup', text_version: '2026-11-22', time }],
  staff_roles: [{ name: 'Courier desk', rights: ['see orders'], needs_second_factor: true }],
  staff_invites: [
    {
      id: 'i1',
      token_hash: 'hash of an invite',
      email: 'meera@gamla.example',
      role: 'Courier desk',
      invited_by: 'a1',
      created_at: time,
      expires_at: time,
      used_at: time,
    },
  ],
  data_exports: [{ token_hash: 'hash', user_id: 'u1', expires_at: time, time }],
  imports: [
    {
      id: '00000000-0000-4000-8000-0000000000cc',
      file_name: 'products_export.csv',
      file: { source: 'shopify', products: [], skipped: [] },
      choices: { sizes: {}, finishes: {}, units: 0 },
      time,
    },
  ],
  import_pictures: [
    {
      import_id: '00000000-0000-4000-8000-0000000000cc',
      move_id: '00000000-0000-4000-8000-0000000000cc',
      name: 'pot.jpg',
      store_key: 'moves/cc-1/a',
      address: null,
    },
  ],
  whatsapp_templates: [{ name: 'confirm_cash', language: 'en', state: 'approved', category: 'UTILITY', time }],
  whatsapp_numbers: [{ user_id: 'u1', number: '+919876543210', time }],
  whatsapp_updates: [
    { user_id: 'u1', checkout_key: '5b0c2f7e-41c9-4f0f-9f6b-0a4f6b6f2d11', number: '+919876543210', time },
  ],
  connections: [{ service: 'razorpay', sealed: '00', version: '3c1d3c55-0f7a-4d0c-8f57-0c9d2f3c6a10', time }],
  missed_searches: [{ id: 1, words: 'teapot', times: 3, is_similar_shown: false, time }],
  search_words: [{ word: 'teapot', uses: 3 }],
  redirects: [{ from: '/products/old-pot', to: '/productinfo/7', time }],
  settings: [{ name: 'requireSecondFactor', value: true, time }],
  texts: [{ name: 'faq', version: 1, markdown: '# Questions', user_id: 'a1', time }],
}
