/**
 * How the demo world numbers its people, so that the simulator can play them through the public APIs. Tenants and people count
 * from 1. A telephone of the demo world belongs to nobody but the demo.
 */
const numbered = (prefix: string, tenantIndex: number, n: number) => {
  if (!Number.isInteger(tenantIndex) || tenantIndex < 1 || tenantIndex > 10)
    throw new RangeError(`tenantIndex ${tenantIndex} is not 1 to 10`)
  if (!Number.isInteger(n) || n < 1 || n > 999_999) throw new RangeError(`n ${n} is not 1 to 999999`)
  return `${prefix}${tenantIndex - 1}${String(n).padStart(6, '0')}`
}

/** The mobile of the n-th demo driver: 19900000001 is the first of the first tenant, 19901000001 of the second. */
export const demoDriverPhone = (tenantIndex: number, n: number) => numbered('1990', tenantIndex, n)

/** Whether a telephone is one that `demoDriverPhone` gives out. */
export const isDemoDriverPhone = (phone: string) => /^1990\d{7}$/.test(phone)

/** The mobile of the n-th demo customer: 18800000001 is the first of the first tenant. */
export const demoCustomerPhone = (tenantIndex: number, n: number) => numbered('1880', tenantIndex, n)

/** Every so many-th demo customer of a tenant, from the first, works for its first enterprise, which pays for their trips. */
export const DEMO_EMPLOYEE_EVERY = 19

/** The SMS code that demo drivers, and nobody else, sign in with in the demo world. A real installation never takes it. */
export const DEMO_DRIVER_CODE = '246810'

/** Demo drivers move faster than life: so fast is plausible in the demo world, metres a second. */
export const DEMO_PLAUSIBLE_MPS = 500
