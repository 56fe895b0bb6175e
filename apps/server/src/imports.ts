import { employeeImport } from '#areas/customer/enterprise'
import { bankResultImport } from '#areas/finance'
import { driverImport } from '#areas/driver/batch'
import { listenRangeImport } from '#areas/driver/listen-range'
import { insuranceImport } from '#areas/qualification/insurance'
import { optOutImport } from '#areas/message/opt-out'
import { memberImport } from '#areas/customer/group'
import { customerImport } from '#areas/customer/profile'
import { grantImport } from '#areas/pricing/grant'
import { questionImport } from '#areas/qualification/exam'
import { rightCouponImport } from '#areas/pricing/right-coupon'
import { rightGrantImport } from '#areas/pricing/right-grant'
import { placeImport } from '#areas/operations/place'
import { importsOf } from '#platform/import/imports'

/** Every sort of list that can be brought in. */
export const imports = importsOf([
  customerImport,
  driverImport,
  memberImport,
  employeeImport,
  placeImport,
  bankResultImport,
  grantImport,
  listenRangeImport,
  insuranceImport,
  rightGrantImport,
  rightCouponImport,
  questionImport,
  optOutImport,
])
