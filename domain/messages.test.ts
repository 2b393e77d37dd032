import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from './messages.ts'

test('every toast and alert of the specification is there to the letter, and no other', () => {
  assert.deepEqual(messages, {
    // Section 5
    accountFieldsRequired: 'All Fields are required',
    nameTooShort: 'Name required minimum 3 char',
    emailAdvice: 'enter valid email or use @gmail.com',
    passwordTooShort: 'Password required minimum 6 char',
    checkEmailOrPassword: 'check email or password or register',
    loginFailed: 'Login Failed',
    productOrAddressFieldsRequired: 'All fields are required',
    enterValidData: 'Enter valid data',
    chooseColour: 'Please select a pot color',
    notAuthenticated: 'User not authenticated',
    // Section 8, error toasts
    productNotFound: 'Product not found',
    productFetchFailed: 'Error fetching product',
    deliveredOrdersFailed: 'Failed to load delivered orders',
    productsFailed: 'Failed to load products',
    ordersFailed: 'Failed to load orders',
    approveFailed: 'Failed to approve product',
    deleteFailed: 'Failed to delete product',
    addFailed: 'Failed to add product',
    updateFailed: 'Failed to update product',
    productLoadFailed: 'Failed to load product',
    requestsFailed: 'Failed to fetch requests',
    // Section 8, success toasts
    addedToCart: 'Added to cart',
    removedFromCart: 'Item removed from cart',
    orderPlaced: 'Order placed successfully',
    paymentDone: 'Payment Successful',
    signupDone: 'Signup Successfully',
    loginDone: 'Login Successfully',
    productApproved: 'Product approved successfully',
    productFeatured: 'Product featured successfully',
    productDeleted: 'Product deleted successfully',
    productAdded: 'Product added successfully!',
    productUpdated: 'Product updated successfully!',
    cancelRequested: 'Order cancellation requested successfully!',
    orderDeleted: 'Order Deleted successfully',
    // Section 8, contact alerts
    messageSent: 'Message sent successfully!',
    messageNotSent: 'Failed to send message. Please try again.',
    messageError: 'An error occurred. Please try again later.',
  })
})
