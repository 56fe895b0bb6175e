import { customerCalls } from '@chauffeur/contract/customer/profile'

export const customerPath = (customerId: string) => `/customers/user_info?customerId=${customerId}`
/** What shows a customer. */
export const customerReads = [customerCalls.list, customerCalls.profile]
