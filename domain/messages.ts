import { loadFailures } from './load-failures.ts'
import { defaultShopInfo } from './shop/shop-info.ts'
import type { Words } from './shop/wording.ts'

/** The toasts and alerts of the specification, unchanged. */
export const messages = {
  // Signup and login
  accountFieldsRequired: 'All Fields are required',
  nameTooShort: 'Name required minimum 3 char',
  emailAdvice: 'enter valid email or use @gmail.com',
  passwordTooShort: 'Password required minimum 6 char',
  checkEmailOrPassword: 'check email or password or register',
  loginFailed: 'Login Failed',
  signupDone: 'Signup Successfully',
  loginDone: 'Login Successfully',

  // Cart and checkout
  chooseColour: 'Please select a pot color',
  addedToCart: 'Added to cart',
  removedFromCart: 'Item removed from cart',
  productOrAddressFieldsRequired: 'All fields are required',
  enterValidData: 'Enter valid data',
  orderPlaced: 'Order placed successfully',
  paymentDone: 'Payment Successful',

  // Orders
  cancelRequested: 'Order cancellation requested successfully!',
  orderDeleted: 'Order Deleted successfully',

  // Products
  productApproved: 'Product approved successfully',
  productFeatured: 'Product featured successfully',
  productDeleted: 'Product deleted successfully',
  productAdded: 'Product added successfully!',
  productUpdated: 'Product updated successfully!',
  notAuthenticated: 'User not authenticated',

  // Failures
  productNotFound: 'Product not found',
  productFetchFailed: loadFailures.product,
  // The specification's words; they say that the sold state of products could not be read.
  deliveredOrdersFailed: 'Failed to load delivered orders',
  productsFailed: loadFailures.products,
  ordersFailed: 'Failed to load orders',
  approveFailed: 'Failed to approve product',
  deleteFailed: 'Failed to delete product',
  addFailed: 'Failed to add product',
  updateFailed: 'Failed to update product',
  productLoadFailed: 'Failed to load product',
  requestsFailed: 'Failed to fetch requests',

  // Contact
  messageSent: 'Message sent successfully!',
  messageNotSent: 'Failed to send message. Please try again.',
  messageError: 'An error occurred. Please try again later.',
} as const

/** `Please select a pot color`, as specified, or what the shop calls its finishes instead. */
export function chooseFinish({ finishLabel, aFinish }: Pick<Words, 'finishLabel' | 'aFinish'>): string {
  return finishLabel === defaultShopInfo.finishLabel ? messages.chooseColour : `Please select ${aFinish}`
}
