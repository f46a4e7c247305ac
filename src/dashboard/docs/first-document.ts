/** What the page shows, and the console runs at first. */
export const FIRST_DOCUMENT = `query Overview($id: ID!) {
  site(id: $id) {
    domain
    stats {
      totals { botVisits referrals conversions }
      botBreakdown { botName botCompany count }
    }
  }
}`;
