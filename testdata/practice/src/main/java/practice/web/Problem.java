package practice.web;

import java.time.Instant;

public record Problem(int status, String message, Instant at) {}
