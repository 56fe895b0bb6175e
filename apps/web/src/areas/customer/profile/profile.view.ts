import { customerCalls, type CustomerRow } from '@chauffeur/contract/customer/profile'
import { t } from '#platform/text/text.ts'

export const customerPath = (customerId: string) => `/customers/user_info?customerId=${customerId}`
/** What shows a customer. */
export const customerReads = [customerCalls.list, customerCalls.profile]

type Gender = CustomerRow['gender']
export const genders: readonly Gender[] = ['UNKNOWN', 'MALE', 'FEMALE']
export const genderText = (): Record<Gender, string> => ({ UNKNOWN: t('未知'), MALE: t('男'), FEMALE: t('女') })
