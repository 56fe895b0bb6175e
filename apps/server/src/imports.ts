import { employeeImport } from '#areas/customer/enterprise'
import { bankResultImport } from '#areas/finance'
import { placeImport } from '#areas/operations/place'
import { importsOf } from '#platform/import/imports'

/** Every sort of list that can be brought in. */
export const imports = importsOf([employeeImport, placeImport, bankResultImport])
