# frozen_string_literal: true

# Delivers a batch to a service that asks for an hour each time, while no time passes, and prints when it was tried.
require "#{ENV.fetch('SENDERS')}/site_traffic"

class HurriedReporter < SiteTraffic::Reporter
  attr_reader :tries

  private

  def now
    @now ||= 0
  end

  def pause(seconds)
    @now = now + seconds
  end

  def post(*)
    (@tries ||= []) << now
    ['DELAYED', 'wait', 3_600]
  end
end

reporter = HurriedReporter.new(url: 'http://127.0.0.1:9', site: 'site_1', key: 'a-secret')
reporter.send(:deliver, ["{}\n"] * 3)
puts reporter.tries.inspect
