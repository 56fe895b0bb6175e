import { Place, Two } from '#kit/list/columns.tsx'

/** As wide as a number of an order or a booking is. */
export const ORDER_NO = 'D0000000000000-0'

/** Where from, and under it where to. */
export const Trip = ({ row: { pickupAddress, dropoffAddress } }: { row: { pickupAddress: string; dropoffAddress: string } }) => (
  <Two
    over={<Place address={pickupAddress} />}
    under={
      dropoffAddress === '' ? (
        ''
      ) : (
        <>
          → <Place address={dropoffAddress} />
        </>
      )
    }
  />
)
