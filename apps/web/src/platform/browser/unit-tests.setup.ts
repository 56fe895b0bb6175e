import { configure } from '@testing-library/react'

// A busy machine is no fault: what is waited for has room, and what never comes still fails.
configure({ asyncUtilTimeout: 15_000 })
