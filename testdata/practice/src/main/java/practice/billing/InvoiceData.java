package practice.billing;

public record InvoiceData(Long id, String owner, String total, boolean paid) {}
