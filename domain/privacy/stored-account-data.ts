import { ADDRESS_COLUMNS, type StoredTable, UNTIL_DELETED } from './stored-table.ts'

export const ACCOUNT_DATA: readonly StoredTable[] = [
  {
    table: 'user',
    about: {
      topic: 'account',
      what: 'Your name, email and role, and when you signed up',
      whose: 'Everybody with an account',
      why: 'So that you can log in, order and see your orders',
      kept: UNTIL_DELETED,
    },
    personal: ['name', 'email', 'emailVerified', 'image', 'role', 'twoFactorEnabled', 'createdAt', 'updatedAt'],
    technical: ['id'],
  },
  {
    table: 'account',
    about: {
      topic: 'account',
      what: 'A one-way hash of your password',
      whose: 'Everybody with a password',
      why: 'To check your password without knowing it',
      kept: UNTIL_DELETED,
    },
    personal: ['providerId', 'scope', 'createdAt', 'updatedAt'],
    secret: ['accessToken', 'refreshToken', 'idToken', 'password'],
    technical: ['id', 'accountId', 'userId', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'],
  },
  {
    table: 'session',
    about: {
      topic: 'account',
      what: 'Your logins: when, with which browser, and when last used. No network address',
      whose: 'Everybody who is logged in',
      why: 'To keep you logged in, and so that a stolen session can be found and ended',
      kept: 'Until you log out, 30 days at most',
    },
    personal: ['userAgent', 'confirmedAt', 'lastUsedAt', 'expiresAt', 'createdAt', 'updatedAt'],
    secret: ['token'],
    // ipAddress is always empty.
    technical: ['id', 'userId', 'ipAddress'],
  },
  {
    table: 'two_factor',
    about: {
      topic: 'account',
      what: 'The encrypted key of your authenticator app, and your recovery codes',
      whose: 'Whoever has set up an authenticator app',
      why: 'To check the codes of your app',
      kept: 'Until you remove the app or delete your account',
    },
    personal: ['verified', 'lockedUntil'],
    secret: ['secret', 'backupCodes'],
    technical: ['id', 'userId', 'failedVerificationCount', 'lastUsedPeriod', 'areCodesSaved'],
  },
  {
    table: 'passkey',
    about: {
      topic: 'account',
      what: 'The public key of each passkey, with the name that you gave it',
      whose: 'Whoever has added a passkey',
      why: 'To log you in without a password',
      kept: 'Until you remove the passkey or delete your account',
    },
    personal: ['name', 'deviceType', 'backedUp', 'transports', 'aaguid', 'createdAt'],
    secret: ['publicKey', 'credentialID', 'counter'],
    technical: ['id', 'userId'],
  },
  {
    table: 'verification',
    about: {
      topic: 'account',
      what: 'Hashes of codes and links that we sent you, and the form that you sent when we asked for your password again',
      whose: 'Whoever has asked for a code or a link, or was asked for the password again',
      why: 'To check the code when you type it, and to carry out what you sent',
      kept: 'An hour at most, then removed the next night',
    },
    personal: [],
    secret: ['identifier', 'value'],
    technical: ['id', 'expiresAt', 'createdAt', 'updatedAt'],
  },
  {
    table: 'addresses',
    about: {
      topic: 'account',
      what: 'Delivery addresses that you saved: name, address, city, pincode, mobile number',
      whose: 'Whoever has saved an address',
      why: 'So that you need not type them again',
      kept: 'Until you delete them or your account',
    },
    personal: [...ADDRESS_COLUMNS, 'isDefault', 'lastUsedAt', 'time'],
    technical: ['id', 'userId'],
  },
  {
    table: 'consents',
    about: {
      topic: 'account',
      what: 'Which version of our notice you were shown at sign-up and at checkout, and when',
      whose: 'Everybody with an account',
      why: 'The law requires proof that we informed you',
      kept: UNTIL_DELETED,
    },
    personal: ['purpose', 'textVersion', 'time'],
    technical: ['id', 'userId'],
  },
  {
    table: 'data_exports',
    about: {
      topic: 'account',
      what: 'That you asked for a copy of your data, and a hash of the link to it. Not the copy',
      whose: 'Whoever has asked for their data',
      why: 'So that the link works for you only',
      kept: 'One day, then removed the next night',
    },
    personal: ['expiresAt', 'time'],
    secret: ['tokenHash'],
    technical: ['userId'],
  },
]
