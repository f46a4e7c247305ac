# frozen_string_literal: true

require 'ipaddr'
require 'json'
require 'net/http'
require 'securerandom'
require 'uri'

# Reports each request of a Rack site to Site Traffic Analytics, in the background.
#
#   use SiteTraffic                                          # config.ru, Sinatra
#   config.middleware.insert_before 0, SiteTraffic           # Rails
#
# The settings SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE and SITE_TRAFFIC_KEY come from the environment, or from the options `url`,
# `site` and `key`. With `trust_proxy: true` the client's address is taken from X-Forwarded-For: use it only behind a proxy of
# your own that overwrites that header.
#
# An answer never waits for the service, and no request fails because of it. Requests are held in memory, at most 10,000, and
# sent by a thread; a batch that fails is sent again under the same Idempotency-Key, so each request counts once. Ruby 2.7 or
# newer, no gems. MIT licence.
class SiteTraffic
  MAX_CHARACTERS = 2_048
  MAX_SIGNATURE = 4_096 # the service ignores longer ones

  def initialize(app, trust_proxy: false, **settings)
    @app = app
    @trust_proxy = trust_proxy
    @reporter = Reporter.new(**settings)
  end

  def call(env)
    exchange = Exchange.new(@reporter) { read(env) }
    response = begin
      @app.call(env)
    rescue Exception # which is raised again
      exchange.finished(500)
      raise
    end
    watch(exchange, env, response)
  end

  private

  # The same response, whose body tells when the server closes it, unless there is nothing to wait for.
  def watch(exchange, env, response)
    status, headers, body = response
    if env['rack.hijack_io'] || status == -1
      exchange.finished(101)
    elsif body.is_a?(Array) || headers['rack.hijack']
      # servers send the length of a list, and only of a list
      exchange.finished(status)
    else
      return [status, headers, Body.new(body) { exchange.finished(status) }]
    end
    response
  end

  # What is sent of a request, but for its status: see senders/README.md.
  def read(env)
    forwarded = first_of(env['HTTP_X_FORWARDED_FOR']) if @trust_proxy
    {
      type: 'request',
      method: cut(env['REQUEST_METHOD']),
      target: cut(target_of(env)),
      # empty: the client sent none, as programs do
      user_agent: cut(env['HTTP_USER_AGENT'] || ''),
      referrer: cut(env['HTTP_REFERER']),
      host: cut(env['HTTP_HOST'] || env['SERVER_NAME']),
      address: address(forwarded) || address(env['REMOTE_ADDR']),
      created_at: Time.now.utc.strftime('%Y-%m-%dT%H:%M:%S.%LZ'),
      **signature(env)
    }.compact
  end

  # As it was sent, which most servers tell.
  def target_of(env)
    return env['REQUEST_URI'] if env['REQUEST_URI'].to_s.start_with?('/')

    path = "#{env['SCRIPT_NAME']}#{env['PATH_INFO']}"
    env['QUERY_STRING'].to_s.empty? ? path : "#{path}?#{env['QUERY_STRING']}"
  end

  # The headers of a signature as they were sent: nothing else can be verified. Most requests have none.
  def signature(env)
    return {} unless env['HTTP_SIGNATURE'] || env['HTTP_SIGNATURE_INPUT']

    scheme = first_of(env['HTTP_X_FORWARDED_PROTO']) if @trust_proxy
    {
      signature: whole(env['HTTP_SIGNATURE']),
      signature_input: whole(env['HTTP_SIGNATURE_INPUT']),
      signature_agent: whole(env['HTTP_SIGNATURE_AGENT']),
      scheme: (scheme if %w[http https].include?(scheme))
    }
  end

  def first_of(list)
    valid(list.to_s).split(',').first.to_s.strip
  end

  # An IP address without port, brackets and zone; nil for anything else, which the service would refuse.
  def address(text)
    text = valid(text.to_s).strip
    return if text.empty? || text.include?('/') # a network

    bare = text[/\A\[([^\]]*)\]/, 1] || text[/\A([\d.]+):\d+\z/, 1] || text
    found = IPAddr.new(bare.split('%').first.to_s)
    (found.ipv4_mapped? ? found.native : found).to_s
  rescue IPAddr::Error
    nil
  end

  def cut(text)
    text && valid(text[0, MAX_CHARACTERS])
  end

  def whole(text)
    text && text.length <= MAX_SIGNATURE ? valid(text) : nil
  end

  # Headers come as bytes: clients send UTF-8, or anything.
  def valid(text)
    text.dup.force_encoding(Encoding::UTF_8).scrub
  end

  # A request and what becomes of it. It is reported once, and nothing about it can fail the request.
  class Exchange
    def initialize(reporter)
      @reporter = reporter
      @request = yield if reporter.on?
    rescue StandardError
      reporter.problems.say('UNREADABLE', 'a request could not be read', 1)
    end

    def finished(status)
      request = @request
      @request = nil
      code = status.to_i
      # with a number that is longer, the service would refuse the batch
      @reporter.take({ **request, status: code.between?(0, 999) ? code : 0 }) if request
    rescue StandardError
      @reporter.problems.say('UNREADABLE', 'a request could not be reported', 1)
    end
  end

  # Passes on all that a server asks of a body, and reports when the server closes it.
  class Body
    def initialize(body, &finished)
      @body = body
      @finished = finished
    end

    # not by method_missing: a server asks for it first
    def each(&block)
      @body.each(&block)
    end

    def close
      @body.close if @body.respond_to?(:close)
    ensure
      @finished.call
    end

    # A streaming body of Rack 3 is called, and may not be closed.
    def call(stream)
      @body.call(stream)
    ensure
      @finished.call
    end

    def respond_to?(name, include_all = false)
      case name.to_sym
      when :close then true
      when :each, :call, :to_path, :to_ary then @body.respond_to?(name, include_all)
      else super
      end
    end

    def respond_to_missing?(name, include_all = false)
      @body.respond_to?(name, include_all)
    end

    # It closes the body, too.
    def to_ary
      @body.to_ary
    ensure
      @finished.call
    end

    ruby2_keywords def method_missing(name, *arguments, &block)
      @body.respond_to?(name) ? @body.public_send(name, *arguments, &block) : super
    end
  end

  # Holds requests until the service has recorded them. A thread sends them, one batch at a time.
  class Reporter
    BATCH_LINES = 500
    BATCH_BYTES = 1_048_576 # the limit of the service for one request
    MAX_HELD = 10_000
    MAX_HELD_BYTES = 16 * 1_048_576
    FLUSH_SECONDS = 1
    TIMEOUT_SECONDS = 10
    MAX_WAIT_SECONDS = 60
    MAX_RETRY_AFTER_SECONDS = 3_600
    MAX_TRIES = 60 # about an hour
    # longer than they take, and than one wait that the service may ask for; it knows the key of a batch for a day
    MAX_AGE_SECONDS = 4_200
    CLOSE_SECONDS = 5
    HURRIED_SECONDS = 0.5
    # Net::HTTP follows no redirect, which could carry the key to another host. It takes a proxy from the environment, since
    # there may be no other way out. It would repeat a request on its own.
    OPTIONS = {
      open_timeout: TIMEOUT_SECONDS,
      read_timeout: TIMEOUT_SECONDS,
      write_timeout: TIMEOUT_SECONDS,
      max_retries: 0
    }.freeze

    attr_reader :problems

    def initialize(url: nil, site: nil, key: nil)
      @url, @site, @key = { URL: url, SITE: site, KEY: key }.map do |name, value|
        (value || ENV["SITE_TRAFFIC_#{name}"]).to_s.scrub.strip
      end
      @problems = Problems.new(@key)
      wrong = wrong_settings
      @on = wrong.empty?
      return @problems.say('NOT_CONFIGURED', "no requests are recorded: #{wrong.join('; ')}", 0) unless @on

      @endpoint = URI("#{@url.chomp('/')}/collect/sites/#{@site}/events")
      @mutex = Mutex.new
      begin_process
      at_exit { close }
    end

    def on?
      @on
    end

    # Never waits: nothing is sent while the lock is held.
    def take(request)
      line = "#{JSON.generate(request)}\n"
      problem = @mutex.synchronize do
        # servers such as puma load the site and fork: threads stay behind
        begin_process if @pid != Process.pid
        hold(line)
      end
      @problems.say(*problem, 1) if problem
    end

    # Sends what is held, for five seconds at most. Called when the process ends.
    def close
      return if @pid != Process.pid

      thread = @mutex.synchronize do
        @closing = true
        @wake.signal
        @thread
      end
      thread&.join(CLOSE_SECONDS)
      lost = @mutex.synchronize { @held.size }
      @problems.say('CLOSED', 'the process ended before the service answered', lost) if lost.positive?
      @problems.say_rest
    end

    private

    def begin_process
      @pid = Process.pid
      @held = []
      @held_bytes = 0
      @wake = ConditionVariable.new
      @thread = nil
      @closing = false
    end

    def hold(line)
      return ['CLOSED', 'a request finished after the sender was closed'] if @closing

      full = @held.size >= MAX_HELD || @held_bytes + line.bytesize > MAX_HELD_BYTES
      return ['QUEUE_FULL', "#{@held.size} requests are held already"] if full

      @held << line
      @held_bytes += line.bytesize
      @thread = Thread.new { run } unless @thread&.alive?
      @wake.signal if @held.size == BATCH_LINES
      nil
    end

    def run
      while (batch = wait_for_batch)
        deliver(batch) unless batch.empty?
        @mutex.synchronize { drop(batch) }
      end
    end

    # What is held after a second, or once it is enough; nil at the end.
    def wait_for_batch
      @mutex.synchronize do
        @wake.wait(@mutex, FLUSH_SECONDS) if @held.size < BATCH_LINES && !@closing
        batch = next_batch
        batch unless batch.empty? && @closing
      end
    end

    # The oldest requests. They stay held while they are sent, since they count towards the bound.
    def next_batch
      bytes = 0
      @held.first(BATCH_LINES).take_while { |line| (bytes += line.bytesize) <= BATCH_BYTES }
    end

    def drop(batch)
      @held.shift(batch.size)
      @held_bytes -= batch.sum(&:bytesize)
    end

    def deliver(batch)
      body = batch.join
      key = SecureRandom.uuid
      first_try = now
      (1..MAX_TRIES).each do |try|
        outcome, why, retry_after = post(body, key)
        return if outcome == 'RECORDED'
        return @problems.say(outcome, why, batch.size) if outcome != 'DELAYED'

        wait = [backoff(try), retry_after].max
        too_late = now + wait - first_try > MAX_AGE_SECONDS
        return @problems.say('GIVEN_UP', why, batch.size) if try == MAX_TRIES || too_late

        @problems.say('DELAYED', "#{why}; retrying", 0)
        pause(wait)
      end
    end

    # Doubles after each try. Half of it is random, so that servers that failed together do not retry together.
    def backoff(try)
      [2**(try - 1), MAX_WAIT_SECONDS].min * (0.5 + rand / 2)
    end

    # Short once the process ends, since what is left of its time is for more tries.
    def pause(seconds)
      @mutex.synchronize do
        till = now + seconds
        while !@closing && (left = till - now).positive?
          @wake.wait(@mutex, left)
        end
      end
      sleep(HURRIED_SECONDS) if @closing
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def post(body, idempotency_key)
      request = Net::HTTP::Post.new(@endpoint)
      request['Authorization'] = "Bearer #{@key}"
      request['User-Agent'] = 'site-traffic'
      request['Content-Type'] = 'application/x-ndjson'
      request['Accept-Encoding'] = 'identity' # whose length can be checked
      request['Idempotency-Key'] = idempotency_key
      request.body = body
      Net::HTTP.start(@endpoint.hostname, @endpoint.port, **OPTIONS, use_ssl: @endpoint.scheme == 'https') do |http|
        response = http.request(request)
        # Net::HTTP takes an answer that was cut for a whole one
        raise EOFError if response.body.to_s.bytesize < response.content_length.to_i

        outcome(response)
      end
    rescue StandardError => e # Net::HTTP, sockets and TLS raise many kinds
      ['DELAYED', "the service did not respond (#{e.class})", 0]
    end

    # RECORDED, DELAYED (to be sent again), or why the batch is lost; a sentence; and how long to wait, in seconds.
    def outcome(response)
      status = response.code.to_i
      answer = parse(response.body)
      code = answer['code'].to_s[/\A[A-Z_]{1,40}\z/]
      why = "the service answered #{status} #{code ? "#{code} (#{answer['error']})" : 'without a code'}"
      wait = response['Retry-After'].to_i.clamp(0, MAX_RETRY_AFTER_SECONDS)
      return ['RECORDED', why, wait] if status == 200 && answer['recorded'].is_a?(Integer)
      return [code, why, wait] if code == 'LIMIT_EXCEEDED'

      [status >= 500 || [408, 429].include?(status) ? 'DELAYED' : 'REFUSED', why, wait]
    end

    def parse(text)
      answer = JSON.parse(text.to_s)
      answer.is_a?(Hash) ? answer : {}
    rescue JSON::ParserError
      {}
    end

    # What is missing or wrong, and what would be right. Never repeats a value, which may be a misplaced key.
    def wrong_settings
      [
        ['URL', @url, plain_url?, 'an http or https URL without user name, query or fragment'],
        ['SITE', @site, @site.match?(/\A[\w.-]+\z/), 'a site id, such as site_0123456789abcdef'],
        # other characters are not allowed in a header
        ['KEY', @key, @key.match?(/\A[\x21-\x7e]+\z/), 'an API key of scope collect for the site']
      ].reject { |_, _, right| right }.map do |name, value, _, what|
        "#{name.downcase} is #{value.empty? ? 'missing' : 'wrong'}: set SITE_TRAFFIC_#{name} to #{what}"
      end
    end

    def plain_url?
      @url.match?(%r{\Ahttps?://[^@?#\s]+\z}i) && !URI(@url).hostname.to_s.empty?
    rescue URI::Error
      false
    end
  end

  # Says what is wrong: the first time at once, then each minute or hour, with how many requests were lost.
  class Problems
    MINUTE = 60
    HOUR = 3_600

    def initialize(key)
      @key = key
      @mutex = Mutex.new
      @said = Hash.new(-HOUR)
      @lost = {} # how many since it was said, with the last message
    end

    def say(code, message, lost)
      all = @mutex.synchronize do
        lost += @lost.fetch(code, [0]).first
        @lost[code] = [lost, message]
        pause = %w[REFUSED LIMIT_EXCEEDED].include?(code) ? HOUR : MINUTE
        now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        next if now - @said[code] < pause

        @said[code] = now
        @lost.delete(code).first
      end
      write(message, all) if all
    end

    def say_rest
      rest = @mutex.synchronize { @lost.values.tap { @lost = {} } }
      rest.each { |lost, message| write(message, lost) if lost.positive? }
    end

    private

    def write(message, lost)
      shown = message.scrub
      shown = shown.gsub(@key, '***') unless @key.empty?
      count = lost.positive? ? "; requests lost: #{lost}" : ''
      $stderr.write("site-traffic: #{shown.gsub(/[[:cntrl:]]+/, ' ')[0, 500]}#{count}\n")
    rescue IOError, SystemCallError
      nil # there is nowhere to say it
    end
  end
end
